package dev.kiban.internal.memtable;

import java.util.Arrays;

/**
 * Append-only bytes in a list of chunks: where a memtable keeps its keys and values.
 *
 * <p>Chunks double from 4 to 256 KiB, so that a small memtable is cheap and no chunk is a humongous object of G1, whose
 * regions are 1 MiB in a small heap. What would leave too much of a chunk unused gets a chunk of its own, exactly as
 * large. Bytes never move and never change once appended.
 *
 * <p>One writer. A reader may call {@link #chunk} with any index that reached it through a release and an acquire that
 * followed the append.
 */
final class ByteArena {

    static final int FIRST_CHUNK = 1 << 10;
    static final int LARGEST_CHUNK = 256 << 10;

    /** More than this gets a chunk of its own, so that a shared one never wastes more than a quarter at its end. */
    static final int LARGEST_SHARED = LARGEST_CHUNK / 4;

    private volatile byte[][] chunks = {};
    private int count;
    private long allocatedBytes;

    private byte[] current = {};
    private int currentIndex;
    private int used;

    private int lastChunk;
    private int lastOffset;

    /** Appends two ranges of one array, one right behind the other; {@link #lastChunk} and {@link #lastOffset} say where. */
    void append(byte[] source, int firstOffset, int firstLength, int secondOffset, int secondLength) {
        byte[] target = room(Math.addExact(firstLength, secondLength));
        System.arraycopy(source, firstOffset, target, lastOffset, firstLength);
        System.arraycopy(source, secondOffset, target, lastOffset + firstLength, secondLength);
    }

    /** The chunk that the last append went to. */
    int lastChunk() {
        return lastChunk;
    }

    /** Where in its chunk the last append begins. */
    int lastOffset() {
        return lastOffset;
    }

    byte[] chunk(int index) {
        return chunks[index];
    }

    /** The heap that the chunks and their list take; for the writer. */
    long allocatedBytes() {
        return allocatedBytes + ArraySize.ofInts(chunks.length);
    }

    private byte[] room(int length) {
        if (length > LARGEST_SHARED) {
            byte[] own = new byte[length];
            lastChunk = add(own);
            lastOffset = 0;
            return own;
        }
        if (current.length == 0 || length > current.length - used) {
            int size = current.length == 0 ? FIRST_CHUNK : Math.min(LARGEST_CHUNK, 2 * current.length);
            while (size < length) {
                size *= 2;
            }
            byte[] next = new byte[size];
            currentIndex = add(next);
            current = next;
            used = 0;
        }
        lastChunk = currentIndex;
        lastOffset = used;
        used += length;
        return current;
    }

    private int add(byte[] chunk) {
        byte[][] list = chunks;
        if (count == list.length) {
            list = Arrays.copyOf(list, Math.max(4, 2 * count));
        }
        list[count] = chunk;
        chunks = list; // also publishes the element
        allocatedBytes += ArraySize.ofBytes(chunk.length);
        return count++;
    }
}
