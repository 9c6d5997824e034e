package dev.kiban.internal.table;

import java.nio.ByteBuffer;

/** The one-byte fingerprints that open a block: bits 32 to 39 of each key's hash. Pure functions. */
final class Fingerprints {

    private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
    private static final long ONES = 0x0101_0101_0101_0101L;

    private Fingerprints() {}

    /** The low half picks bits of the filter and the top bits its block, so these eight are the filter's own least. */
    static byte of(long hash) {
        return (byte) (hash >>> 32);
    }

    /**
     * The first index at or after {@code from} whose fingerprint is the wanted one, or {@code count}. Eight are compared at a
     * time, so up to seven bytes behind the last fingerprint are read.
     *
     * @param block little-endian
     * @param at where the fingerprints begin
     */
    static int next(ByteBuffer block, int at, int count, int from, byte wanted) {
        long pattern = (wanted & 0xFF) * ONES;
        for (int i = from; i < count; i += 8) {
            int match = firstZero(block.getLong(at + i) ^ pattern);
            if (match < 8) {
                return Math.min(i + match, count);
            }
        }
        return count;
    }

    /** Index of the lowest byte that is zero, or 8. */
    private static int firstZero(long word) {
        long zeros = ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
        return Long.numberOfTrailingZeros(zeros) >>> 3;
    }
}
