package dev.kiban.internal.table;

import dev.kiban.internal.codec.ByteWriter;
import java.util.Arrays;

/**
 * Collects the entries of one data block and lays out its content. Entries are staged as they come, since what their keys have
 * in common is known only at the end. Reused from block to block; confined to one thread.
 */
final class BlockBuilder {

    private final int target;
    private final ByteWriter staged;

    private int[] keyLengths = new int[64];
    private int[] valueLengths = new int[64];
    private long[] sequences = new long[64];
    private byte[] kinds = new byte[64];
    private byte[] fingerprints = new byte[64];

    private int count;
    private int prefixLength;
    private int longestKey;
    private int lastKeyAt;
    private long keyBytes;
    private long valueBytes;
    private long minSequence;
    private long maxSequence;

    /**
     * @param target bytes of content that a block with more than one entry never exceeds
     */
    BlockBuilder(int target) {
        this.target = target;
        this.staged = new ByteWriter(2 * target);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Bytes staged. */
    int size() {
        return staged.size();
    }

    byte[] lastKey() {
        return Arrays.copyOfRange(staged.array(), lastKeyAt, lastKeyAt + keyLengths[count - 1]);
    }

    byte[] firstKey() {
        return Arrays.copyOfRange(staged.array(), 0, keyLengths[0]);
    }

    /** Whether the block stays within its target with one more entry. Never underestimates its size. */
    boolean fits(byte[] key, int keyLength, long sequence, int valueLength) {
        int prefix = count == 0 ? keyLength : sharedWithFirst(key, keyLength);
        long low = count == 0 ? sequence : Math.min(minSequence, sequence);
        long high = count == 0 ? sequence : Math.max(maxSequence, sequence);
        int longest = Math.max(longestKey, keyLength);
        long entries = count + 1L;
        long perEntry = 1L // fingerprint
                + (target > 0x1_0000 ? 4 : 2)
                + varintLength((high - low) << 4 | 0xF)
                + varintLength(longest - prefix)
                - prefix;
        long size = TableFormat.BLOCK_HEADER
                + prefix
                + entries * perEntry
                + keyBytes
                + keyLength
                + valueBytes
                + valueLength
                + varintLength(valueLength);
        return size <= target;
    }

    void add(
            byte[] key,
            int keyLength,
            long hash,
            long sequence,
            int kind,
            byte[] value,
            int valueOffset,
            int valueLength) {
        if (count == keyLengths.length) {
            grow();
        }
        prefixLength = count == 0 ? keyLength : sharedWithFirst(key, keyLength);
        minSequence = count == 0 ? sequence : Math.min(minSequence, sequence);
        maxSequence = count == 0 ? sequence : Math.max(maxSequence, sequence);
        longestKey = Math.max(longestKey, keyLength);
        lastKeyAt = staged.size();
        staged.putBytes(key, 0, keyLength).putBytes(value, valueOffset, valueLength);
        keyLengths[count] = keyLength;
        valueLengths[count] = valueLength;
        sequences[count] = sequence;
        kinds[count] = (byte) kind;
        fingerprints[count] = Fingerprints.of(hash);
        keyBytes += keyLength;
        valueBytes += valueLength + varintLength(valueLength);
        count++;
    }

    /** Appends the content to the writer and starts the next block. */
    void build(ByteWriter out) {
        int start = out.size();
        int entryBytes = 0;
        for (int i = 0; i < count - 1; i++) {
            entryBytes += entryLength(i);
        }
        boolean wide = TableFormat.BLOCK_HEADER + 3L * count + prefixLength + entryBytes > 0xFFFF;
        out.putLong(minSequence).putInt(count).putInt(prefixLength | (wide ? TableFormat.SHAPE_WIDE_OFFSETS : 0));
        out.putBytes(fingerprints, 0, count);
        int offset = out.size() - start + count * (wide ? 4 : 2) + prefixLength;
        for (int i = 0; i < count; i++) {
            if (wide) {
                out.putInt(offset);
            } else {
                out.putShort(offset);
            }
            offset += entryLength(i);
        }
        byte[] bytes = staged.array();
        out.putBytes(bytes, 0, prefixLength);
        int at = 0;
        for (int i = 0; i < count; i++) {
            int suffix = keyLengths[i] - prefixLength;
            out.putVarint((sequences[i] - minSequence) << 4 | kinds[i]);
            out.putVarint(suffix).putBytes(bytes, at + prefixLength, suffix);
            at += keyLengths[i];
            out.putVarint(valueLengths[i]).putBytes(bytes, at, valueLengths[i]);
            at += valueLengths[i];
        }
        clear();
    }

    /** Appends the content of a block with a single entry, however large, without staging it. */
    static void buildSingle(
            ByteWriter out,
            byte[] key,
            int keyLength,
            long hash,
            long sequence,
            int kind,
            byte[] value,
            int valueOffset,
            int valueLength) {
        int offset = TableFormat.BLOCK_HEADER + 3 + keyLength;
        boolean wide = offset > 0xFFFF;
        out.putLong(sequence).putInt(1).putInt(keyLength | (wide ? TableFormat.SHAPE_WIDE_OFFSETS : 0));
        out.putByte(Fingerprints.of(hash));
        if (wide) {
            out.putInt(offset + 2);
        } else {
            out.putShort(offset);
        }
        out.putBytes(key, 0, keyLength).putVarint(kind).putVarint(0);
        out.putVarint(valueLength).putBytes(value, valueOffset, valueLength);
    }

    private void clear() {
        count = 0;
        longestKey = 0;
        keyBytes = 0;
        valueBytes = 0;
        staged.clear();
    }

    private int entryLength(int entry) {
        int suffix = keyLengths[entry] - prefixLength;
        return varintLength((sequences[entry] - minSequence) << 4 | kinds[entry])
                + varintLength(suffix)
                + suffix
                + varintLength(valueLengths[entry])
                + valueLengths[entry];
    }

    /** Since keys ascend, what the first and the last share they all share. */
    private int sharedWithFirst(byte[] key, int keyLength) {
        int mismatch = Arrays.mismatch(staged.array(), 0, prefixLength, key, 0, keyLength);
        return mismatch < 0 ? prefixLength : mismatch;
    }

    private void grow() {
        int capacity = 2 * count;
        keyLengths = Arrays.copyOf(keyLengths, capacity);
        valueLengths = Arrays.copyOf(valueLengths, capacity);
        sequences = Arrays.copyOf(sequences, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        fingerprints = Arrays.copyOf(fingerprints, capacity);
    }

    static int varintLength(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }
}
