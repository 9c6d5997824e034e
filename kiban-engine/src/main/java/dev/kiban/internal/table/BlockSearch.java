package dev.kiban.internal.table;

import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Lookup;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The point read within one block that lies in direct memory, in place: fingerprints first, then each candidate's own key.
 *
 * <p>The bytes may be torn, since the cache lets blocks change under a reader that then asks whether they did. So nothing read
 * is trusted: whatever makes no sense is an {@link IndexOutOfBoundsException}, and no array is made that is larger than the
 * buffer. Stateless.
 */
final class BlockSearch {

    /** The result for a block that holds no visible version of the key. Known by identity. */
    static final byte[] ABSENT = {};

    /** The result for a key whose newest visible version is a delete. Known by identity. */
    static final byte[] DELETED = {};

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private BlockSearch() {}

    /**
     * @param block little-endian
     * @param at where the block's content begins
     * @return an owned copy of the value, {@link #ABSENT} or {@link #DELETED}
     */
    static byte[] find(ByteBuffer block, int at, Lookup lookup) {
        byte[] key = lookup.key;
        int count = block.getInt(at + TableFormat.BLOCK_ENTRIES);
        int shape = block.getInt(at + TableFormat.BLOCK_SHAPE);
        int prefix = shape & TableFormat.SHAPE_PREFIX;
        boolean wide = (shape & TableFormat.SHAPE_WIDE_OFFSETS) != 0;
        int fingerprints = at + TableFormat.BLOCK_HEADER;
        int offsets = fingerprints + count;
        int prefixAt = offsets + count * (wide ? 4 : 2);
        byte wanted = Fingerprints.of(lookup.hash);
        boolean prefixMatches = false;
        for (int i = Fingerprints.next(block, fingerprints, count, 0, wanted);
                i < count;
                i = Fingerprints.next(block, fingerprints, count, i + 1, wanted)) {
            if (!prefixMatches) {
                if (prefix > key.length || !matches(block, prefixAt, key, 0, prefix)) {
                    return ABSENT;
                }
                prefixMatches = true;
            }
            int position = at + (wide ? block.getInt(offsets + 4 * i) : block.getShort(offsets + 2 * i) & 0xFFFF);
            int next = block.get(position++);
            long tag = next & 0x7F;
            for (int shift = 7; next < 0; shift += 7) {
                next = block.get(position++);
                tag |= (long) (next & 0x7F) << shift;
            }
            next = block.get(position++);
            int suffix = next & 0x7F;
            for (int shift = 7; next < 0; shift += 7) {
                next = block.get(position++);
                suffix |= (next & 0x7F) << shift;
            }
            if (suffix != key.length - prefix || !matches(block, position, key, prefix, suffix)) {
                continue;
            }
            if (block.getLong(at + TableFormat.BLOCK_BASE_SEQUENCE) + (tag >>> 4) > lookup.sequence) {
                continue;
            }
            return value(block, position + suffix, (int) tag & 0xF);
        }
        return ABSENT;
    }

    private static byte[] value(ByteBuffer block, int from, int kind) {
        if (kind == EntryKind.DELETE) {
            return DELETED;
        }
        if (kind != EntryKind.PUT) {
            throw new IndexOutOfBoundsException("unknown kind");
        }
        int position = from;
        int next = block.get(position++);
        int length = next & 0x7F;
        for (int shift = 7; next < 0; shift += 7) {
            next = block.get(position++);
            length |= (next & 0x7F) << shift;
        }
        if (length < 0 || length > block.limit() - position) {
            throw new IndexOutOfBoundsException("value length");
        }
        byte[] value = new byte[length];
        block.get(position, value, 0, length);
        return value;
    }

    private static boolean matches(ByteBuffer block, int at, byte[] key, int from, int length) {
        int i = 0;
        for (; i <= length - 8; i += 8) {
            if (block.getLong(at + i) != (long) LONG.get(key, from + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (block.get(at + i) != key[from + i]) {
                return false;
            }
        }
        return true;
    }
}
