package dev.kiban.internal.table;

import dev.kiban.internal.codec.ByteWriter;
import java.util.Arrays;

/** Collects blocks as a writer closes them. Confined to one thread. */
final class BlockIndexBuilder {

    private final ByteWriter separators = new ByteWriter(4096);
    private int[] ends = new int[64];
    private long[] places = new long[64];
    private int[] lengths = new int[64];
    private boolean[] continues = new boolean[64];
    private int blocks;

    /**
     * @param separator in its first {@code separatorLength} bytes; not below the one before
     * @param continuation whether the block begins with the key that the block before ends with
     */
    void add(byte[] separator, int separatorLength, boolean continuation, long place, int length) {
        if (blocks == ends.length) {
            ends = Arrays.copyOf(ends, 2 * blocks);
            places = Arrays.copyOf(places, 2 * blocks);
            lengths = Arrays.copyOf(lengths, 2 * blocks);
            continues = Arrays.copyOf(continues, 2 * blocks);
        }
        separators.putBytes(separator, 0, separatorLength);
        ends[blocks] = separators.size();
        places[blocks] = place;
        lengths[blocks] = length;
        continues[blocks] = continuation;
        blocks++;
    }

    int blocks() {
        return blocks;
    }

    /** About how long the section will be. */
    long estimatedSize() {
        return separators.size() + 8L * blocks;
    }

    /** The section; at least one block must have been added. */
    byte[] encode() {
        byte[] all = separators.array();
        int last = begin(blocks - 1);
        // Separators ascend, so what the first and the last share they all share.
        int shared = Arrays.mismatch(all, 0, ends[0], all, last, ends[blocks - 1]);
        int prefix = shared < 0 ? ends[0] : shared;
        ByteWriter out = new ByteWriter(separators.size() + 8 * blocks);
        out.putVarint(blocks).putVarint(prefix).putBytes(all, 0, prefix);
        long place = 0;
        for (int i = 0; i < blocks; i++) {
            int length = lengths[i];
            int suffix = ends[i] - begin(i) - prefix;
            out.putVarint(continues[i] ? BlockIndex.CONTINUES : 0).putVarint(places[i] - place);
            out.putVarint(length).putVarint(suffix).putBytes(all, begin(i) + prefix, suffix);
            place = places[i] + length;
        }
        return out.toByteArray();
    }

    private int begin(int block) {
        return block == 0 ? 0 : ends[block - 1];
    }
}
