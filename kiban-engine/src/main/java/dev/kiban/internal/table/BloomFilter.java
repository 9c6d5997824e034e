package dev.kiban.internal.table;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A split-block Bloom filter over key hashes, as the Parquet format's specification describes it: a hash picks one block of 32
 * bytes by its high half and one bit in each of the block's eight words by its low half. A probe touches one cache line.
 * Immutable once shared; thread safe then.
 */
final class BloomFilter {

    private static final int BLOCK_BYTES = 32;
    private static final int BLOCK_WORDS = 8;
    private static final int[] SALTS = {
        0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
    };

    private final int[] words;
    private final long blocks;

    private BloomFilter(int[] words) {
        this.words = words;
        this.blocks = words.length / BLOCK_WORDS;
    }

    /** An empty filter for a number of keys. */
    static BloomFilter sizedFor(long keys, int bitsPerKey) {
        return new BloomFilter(new int[(int) (bytesFor(keys, bitsPerKey) / 4)]);
    }

    /** Bytes that a filter takes. */
    static long bytesFor(long keys, int bitsPerKey) {
        long blocks = Math.max(1, (keys * bitsPerKey + BLOCK_BYTES * 8 - 1) / (BLOCK_BYTES * 8));
        return Math.min(blocks, Integer.MAX_VALUE / BLOCK_BYTES - 1) * BLOCK_BYTES;
    }

    /** Whether bytes can be a filter. */
    static boolean isWellFormed(byte[] bytes) {
        return bytes.length >= BLOCK_BYTES && bytes.length % BLOCK_BYTES == 0;
    }

    static BloomFilter decode(byte[] bytes) {
        int[] words = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
        return new BloomFilter(words);
    }

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(words);
        return bytes.array();
    }

    void add(long hash) {
        int block = blockOf(hash);
        int low = (int) hash;
        for (int i = 0; i < BLOCK_WORDS; i++) {
            words[block + i] |= 1 << ((low * SALTS[i]) >>> 27);
        }
    }

    /** False means that no key with the hash was added. */
    boolean mayContain(long hash) {
        int block = blockOf(hash);
        int low = (int) hash;
        for (int i = 0; i < BLOCK_WORDS; i++) {
            if ((words[block + i] & (1 << ((low * SALTS[i]) >>> 27))) == 0) {
                return false;
            }
        }
        return true;
    }

    long heapBytes() {
        return 4L * words.length;
    }

    private int blockOf(long hash) {
        return (int) (((hash >>> 32) * blocks) >>> 32) * BLOCK_WORDS;
    }
}
