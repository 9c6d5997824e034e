package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Lookup;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Entries of one block whose content lies in a heap array: what iterators walk over, and point reads of blocks that are not
 * cached. The content has passed its checksum, but every place and length in it is checked against its bounds all the same.
 * Confined to one thread.
 */
final class BlockCursor {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path file;

    // The block.
    private byte[] bytes = {};
    private int length;
    private long place;
    private int count;
    private long baseSequence;
    private boolean wide;
    private int offsetsAt;
    private int prefixAt;
    private int prefixLength;

    // The entry.
    private int position;
    private long sequence;
    private int kind;
    private int suffixAt;
    private int suffixLength;
    private int valueAt;
    private int valueLength;

    BlockCursor(Path file) {
        this.file = file;
    }

    /**
     * Turns to a block.
     *
     * @param content holds the content in its first {@code contentLength} bytes; unchanged while this cursor is used
     * @param blockPlace where in the file the block begins, for messages
     */
    void open(byte[] content, int contentLength, long blockPlace) {
        bytes = content;
        length = contentLength;
        place = blockPlace;
        check(contentLength >= TableFormat.BLOCK_HEADER);
        baseSequence = (long) LONG.get(content, TableFormat.BLOCK_BASE_SEQUENCE);
        count = (int) INT.get(content, TableFormat.BLOCK_ENTRIES);
        int shape = (int) INT.get(content, TableFormat.BLOCK_SHAPE);
        if ((shape & TableFormat.SHAPE_UNKNOWN) != 0) {
            throw TableFormat.tooNew(file, "block flags " + (shape >>> 24));
        }
        wide = (shape & TableFormat.SHAPE_WIDE_OFFSETS) != 0;
        prefixLength = shape & TableFormat.SHAPE_PREFIX;
        long head = TableFormat.BLOCK_HEADER + (wide ? 5L : 3L) * count;
        check(count > 0 && prefixLength <= TableFormat.MAX_KEY_LENGTH && head + prefixLength <= contentLength);
        offsetsAt = TableFormat.BLOCK_HEADER + count;
        prefixAt = (int) head;
    }

    /** Entries in the block, at least one. */
    int count() {
        return count;
    }

    /** Turns to an entry. */
    void moveTo(int entry) {
        int offset = wide
                ? (int) INT.get(bytes, offsetsAt + 4 * entry)
                : (short) SHORT.get(bytes, offsetsAt + 2 * entry) & 0xFFFF;
        check(offset >= prefixAt + prefixLength && offset < length);
        position = offset;
        long tag = varint();
        sequence = baseSequence + (tag >>> 4);
        kind = (int) tag & 0xF;
        suffixLength = sized(TableFormat.MAX_KEY_LENGTH - prefixLength);
        suffixAt = position;
        position += suffixLength;
        valueLength = sized(TableFormat.MAX_VALUE_LENGTH);
        valueAt = position;
        if (!EntryKind.isKnown(kind)) {
            throw TableFormat.tooNew(file, "an entry of kind " + kind);
        }
    }

    /** The first entry whose key is not below the given one, or {@link #count()}. Turns to entries on its way. */
    int lowerBound(byte[] key, int keyLength) {
        int shared = Math.min(prefixLength, keyLength);
        int order = Arrays.compareUnsigned(bytes, prefixAt, prefixAt + shared, key, 0, shared);
        if (order != 0) {
            return order < 0 ? count : 0;
        }
        if (keyLength < prefixLength) {
            return 0;
        }
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            moveTo(middle);
            if (Arrays.compareUnsigned(bytes, suffixAt, suffixAt + suffixLength, key, prefixLength, keyLength) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The point read; results as those of {@link BlockSearch#find}. */
    byte[] find(Lookup lookup) {
        byte[] key = lookup.key;
        if (key.length < prefixLength
                || !Arrays.equals(bytes, prefixAt, prefixAt + prefixLength, key, 0, prefixLength)) {
            return BlockSearch.ABSENT;
        }
        for (int entry = lowerBound(key, key.length); entry < count; entry++) {
            moveTo(entry);
            if (!Arrays.equals(bytes, suffixAt, suffixAt + suffixLength, key, prefixLength, key.length)) {
                break;
            }
            if (sequence <= lookup.sequence) {
                return kind == EntryKind.DELETE
                        ? BlockSearch.DELETED
                        : Arrays.copyOfRange(bytes, valueAt, valueAt + valueLength);
            }
        }
        return BlockSearch.ABSENT;
    }

    int keyLength() {
        return prefixLength + suffixLength;
    }

    /** Length of the prefix that all keys of the block share. */
    int prefixLength() {
        return prefixLength;
    }

    void copyPrefix(byte[] key) {
        System.arraycopy(bytes, prefixAt, key, 0, prefixLength);
    }

    void copySuffix(byte[] key) {
        System.arraycopy(bytes, suffixAt, key, prefixLength, suffixLength);
    }

    long sequence() {
        return sequence;
    }

    int kind() {
        return kind;
    }

    /** The array that holds the value. */
    byte[] bytes() {
        return bytes;
    }

    int valueAt() {
        return valueAt;
    }

    int valueLength() {
        return valueLength;
    }

    private int sized(int max) {
        long value = varint();
        check(value >= 0 && value <= max && value <= length - position);
        return (int) value;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            check(position < length);
            int next = bytes[position++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new CorruptionException(file, place, "an entry's number is too long");
    }

    private void check(boolean holds) {
        if (!holds) {
            throw new CorruptionException(file, place, "a block's structure does not hold");
        }
    }
}
