package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.codec.ByteReader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where a table's blocks are, and which one may hold a key.
 *
 * <p>Each block has a separator: above the last key of the block before, not above its own first key, and as short as that
 * allows; the first block's is its first key. When a key's versions run on from one block into the next, the next one's
 * separator is that key and the block is marked as a continuation. Separators ascend.
 *
 * <p>In memory the eight bytes of each separator that follow the table's common prefix are one unsigned word, and the words are
 * searched by interpolation; whole separators are compared only where words are equal. Everything is in primitive arrays: some
 * 24 bytes a block and the separators' own. Immutable; thread safe.
 */
final class BlockIndex {

    /** Entry flag in the section: the block's first key is the last key of the block before. */
    static final int CONTINUES = 1;

    private static final int CONTINUES_BIT = Integer.MIN_VALUE;

    private final byte[] prefix;
    private final long[] words;

    /** Separators without the common prefix, one after the other. */
    private final byte[] separators;

    private final int[] separatorEnds;
    private final long[] places;

    /** Stored length of each block; the top bit marks a continuation. */
    private final int[] lengths;

    private BlockIndex(byte[] prefix, int blocks, int separatorBytes) {
        this.prefix = prefix;
        this.words = new long[blocks];
        this.separators = new byte[separatorBytes];
        this.separatorEnds = new int[blocks];
        this.places = new long[blocks];
        this.lengths = new int[blocks];
    }

    /** Reads an index section whose checksum has been verified. */
    static BlockIndex decode(Path file, byte[] section, long place) {
        try {
            return parse(file, section, place);
        } catch (ByteReader.MalformedException malformed) {
            throw new CorruptionException(file, place, "the block index does not hold: " + malformed.getMessage());
        }
    }

    private static BlockIndex parse(Path file, byte[] section, long dataEnd) {
        ByteReader in = new ByteReader(section);
        int blocks = in.getLength(section.length);
        byte[] prefix = in.getSized();
        BlockIndex index = new BlockIndex(prefix, blocks, in.remaining());
        long place = 0;
        int end = 0;
        for (int i = 0; i < blocks; i++) {
            long flags = in.getVarint();
            if ((flags & ~CONTINUES) != 0) {
                throw TableFormat.tooNew(file, "block index flags " + flags);
            }
            place += in.getLength(Integer.MAX_VALUE);
            int length = in.getLength(Integer.MAX_VALUE);
            if (length < TableFormat.BLOCK_TRAILER || place > dataEnd - length) {
                throw new ByteReader.MalformedException("a block lies outside of its place");
            }
            int suffix = in.getLength(in.remaining());
            System.arraycopy(section, in.position(), index.separators, end, suffix);
            in.skip(suffix);
            index.words[i] = word(index.separators, end, end + suffix);
            end += suffix;
            index.separatorEnds[i] = end;
            index.places[i] = place;
            index.lengths[i] = length | ((flags & CONTINUES) != 0 ? CONTINUES_BIT : 0);
            place += length;
            if (i > 0 && Long.compareUnsigned(index.words[i - 1], index.words[i]) > 0) {
                throw new ByteReader.MalformedException("separators do not ascend");
            }
        }
        if (blocks == 0 || in.remaining() > 0) {
            throw new ByteReader.MalformedException("it is not as long as it says");
        }
        return index.trimmed(end);
    }

    private BlockIndex trimmed(int separatorBytes) {
        BlockIndex trimmed = new BlockIndex(prefix, words.length, separatorBytes);
        System.arraycopy(separators, 0, trimmed.separators, 0, separatorBytes);
        System.arraycopy(words, 0, trimmed.words, 0, words.length);
        System.arraycopy(separatorEnds, 0, trimmed.separatorEnds, 0, words.length);
        System.arraycopy(places, 0, trimmed.places, 0, words.length);
        System.arraycopy(lengths, 0, trimmed.lengths, 0, words.length);
        return trimmed;
    }

    /** Data blocks, at least one. */
    int size() {
        return words.length;
    }

    /** Where in the file the block begins. */
    long place(int block) {
        return places[block];
    }

    /** Bytes of the block as stored, with its trailer. */
    int length(int block) {
        return lengths[block] & ~CONTINUES_BIT;
    }

    /** Where in the file the last block ends. */
    long dataEnd() {
        int last = words.length - 1;
        return places[last] + length(last);
    }

    /**
     * The only block that may hold the key's newest version: the last one whose keys begin below it, unless the key is the very
     * beginning of the next; -1 when the key is before the first.
     */
    int blockOf(byte[] key, int keyLength) {
        int below = countBelow(key, keyLength);
        return below < words.length && lengths[below] >= 0 && isSeparator(below, key, keyLength) ? below : below - 1;
    }

    /** Whether the block begins with further versions of the key. */
    boolean continuesWith(int block, byte[] key, int keyLength) {
        return block < words.length && lengths[block] < 0 && isSeparator(block, key, keyLength);
    }

    /** How many separators are below the key. */
    int countBelow(byte[] key, int keyLength) {
        int order = Arrays.compareUnsigned(key, 0, Math.min(keyLength, prefix.length), prefix, 0, prefix.length);
        if (order != 0) {
            return order < 0 ? 0 : words.length;
        }
        long word = word(key, prefix.length, keyLength);
        int low = WordSearch.countBelow(words, word);
        if (low == words.length || words[low] != word) {
            return low;
        }
        int high = word == -1 ? words.length : WordSearch.countBelow(words, word + 1);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(
                            separators, separatorBegin(middle), separatorEnds[middle], key, prefix.length, keyLength)
                    < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    long heapBytes() {
        return 24L * words.length + separators.length + prefix.length;
    }

    private boolean isSeparator(int block, byte[] key, int keyLength) {
        return keyLength >= prefix.length
                && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length)
                && Arrays.equals(
                        separators, separatorBegin(block), separatorEnds[block], key, prefix.length, keyLength);
    }

    private int separatorBegin(int block) {
        return block == 0 ? 0 : separatorEnds[block - 1];
    }

    /** The first eight bytes as a big-endian number, zeros where there are none: ordered as the bytes are, up to ties. */
    static long word(byte[] bytes, int from, int to) {
        long word = 0;
        for (int i = 0; i < 8; i++) {
            word = word << 8 | (from + i < to ? bytes[from + i] & 0xFF : 0);
        }
        return word;
    }
}
