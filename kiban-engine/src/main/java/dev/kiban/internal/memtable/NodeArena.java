package dev.kiban.internal.memtable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Skip-list nodes in chunks of ints: no object a node, nothing for the collector to trace.
 *
 * <p>A node is a run of ints inside one chunk, named by an int: chunk number in the upper 16 bits, index of its first
 * int in the lower 16. Name 0 is the first node ever allocated, which is the list's head; since nothing links to the
 * head, 0 in a link means that no node follows. Chunks double from 4 to 256 KiB, like those of {@link ByteArena}.
 *
 * <p>One writer. Links are published with release and read with acquire; whoever read a link sees everything that was
 * written to its node before the link was set.
 */
final class NodeArena {

    /** What a link holds where no node follows, and the name of the first node. */
    static final int NONE = 0;

    private static final int INDEX_BITS = 16;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final int FIRST_CHUNK = 1 << 9;
    private static final int LARGEST_CHUNK = 1 << INDEX_BITS;
    private static final int MAX_CHUNKS = 1 << (Integer.SIZE - INDEX_BITS);

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    private volatile int[][] chunks = {};
    private int count;
    private long allocatedBytes;

    private int[] current = {};
    private int used;

    /** Makes room for a node of so many ints, all zero. */
    int allocate(int ints) {
        if (ints > current.length - used) {
            if (count == MAX_CHUNKS) {
                throw new IllegalStateException("a memtable holds at most 16 GiB of nodes");
            }
            int[] next = new int[current.length == 0 ? FIRST_CHUNK : Math.min(LARGEST_CHUNK, 2 * current.length)];
            add(next);
            current = next;
            used = 0;
        }
        int node = (count - 1) << INDEX_BITS | used;
        used += ints;
        return node;
    }

    /** The chunk a node lies in. */
    int[] chunk(int node) {
        return chunks[node >>> INDEX_BITS];
    }

    /** Where in its chunk a node begins. */
    static int index(int node) {
        return node & INDEX_MASK;
    }

    /** Follows a link of a published node. */
    int link(int node, int field) {
        return (int) ELEMENT.getAcquire(chunk(node), index(node) + field);
    }

    /** Sets a link of a published node: from here on readers see what it leads to. */
    void publishLink(int node, int field, int target) {
        ELEMENT.setRelease(chunk(node), index(node) + field, target);
    }

    /** The heap that the chunks and their list take; for the writer. */
    long allocatedBytes() {
        return allocatedBytes + ArraySize.ofInts(chunks.length);
    }

    private void add(int[] chunk) {
        int[][] list = chunks;
        if (count == list.length) {
            list = Arrays.copyOf(list, Math.max(4, 2 * count));
        }
        list[count] = chunk;
        chunks = list; // also publishes the element
        allocatedBytes += ArraySize.ofInts(chunk.length);
        count++;
    }
}
