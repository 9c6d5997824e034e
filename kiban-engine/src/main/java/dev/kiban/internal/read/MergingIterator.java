package dev.kiban.internal.read;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Keys;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Many sources as one ordered walk: a binary heap of the sources' current entries.
 *
 * <p>Invariant: walking forward, every source stands at its first entry after the current one (or is past its end);
 * walking backward, at its last entry before it. A change of direction therefore moves every other source by one entry
 * instead of seeking. Equal entries (same key and sequence, as a replayed log may leave them) come out newest source first.
 *
 * <p>A comparison reads cached arrays only: the first eight key bytes as a number decide most of them. After a failed move the
 * iterator can only be closed or positioned anew. Confined to one thread at a time.
 */
public final class MergingIterator implements EntryIterator {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int NONE = -1;

    private final EntryIterator[] sources;

    // The current entry of each valid source, refreshed when the source moves.
    private final long[] words;
    private final byte[][] keys;
    private final int[] keyLengths;
    private final long[] sequences;

    private final int[] heap;
    private int heapSize;
    private int current = NONE;
    private boolean backward;

    private MergingIterator(List<EntryIterator> newestFirst) {
        int count = newestFirst.size();
        this.sources = newestFirst.toArray(new EntryIterator[0]);
        this.words = new long[count];
        this.keys = new byte[count][];
        this.keyLengths = new int[count];
        this.sequences = new long[count];
        this.heap = new int[count];
    }

    /** Merges the sources, newest first; a single one is returned as it is. The result closes them. */
    public static EntryIterator of(List<EntryIterator> newestFirst) {
        return newestFirst.size() == 1 ? newestFirst.get(0) : new MergingIterator(newestFirst);
    }

    @Override
    public boolean isValid() {
        return current != NONE;
    }

    @Override
    public void seekToFirst() throws IOException {
        begin(false);
        for (EntryIterator source : sources) {
            source.seekToFirst();
        }
        gather();
    }

    @Override
    public void seekToLast() throws IOException {
        begin(true);
        for (EntryIterator source : sources) {
            source.seekToLast();
        }
        gather();
    }

    @Override
    public void seek(byte[] key, int keyLength) throws IOException {
        begin(false);
        for (EntryIterator source : sources) {
            source.seek(key, keyLength);
        }
        gather();
    }

    @Override
    public void seekBefore(byte[] key, int keyLength) throws IOException {
        begin(true);
        for (EntryIterator source : sources) {
            source.seekBefore(key, keyLength);
        }
        gather();
    }

    @Override
    public void next() throws IOException {
        if (backward) {
            turn(false);
        }
        int moved = current;
        current = NONE;
        sources[moved].next();
        settle(moved);
    }

    @Override
    public void previous() throws IOException {
        if (!backward) {
            turn(true);
        }
        int moved = current;
        current = NONE;
        sources[moved].previous();
        settle(moved);
    }

    @Override
    public byte[] key() {
        return keys[current];
    }

    @Override
    public int keyLength() {
        return keyLengths[current];
    }

    @Override
    public long sequence() {
        return sequences[current];
    }

    @Override
    public int kind() {
        return sources[current].kind();
    }

    @Override
    public byte[] value() {
        return sources[current].value();
    }

    @Override
    public int valueOffset() {
        return sources[current].valueOffset();
    }

    @Override
    public int valueLength() {
        return sources[current].valueLength();
    }

    @Override
    public void close() throws IOException {
        current = NONE;
        IteratorCloser.closeAll(List.of(sources));
    }

    private void begin(boolean goBackward) {
        current = NONE;
        backward = goBackward;
    }

    /** Moves every source but the current one over the current entry, whose source stays at the top. */
    private void turn(boolean goBackward) throws IOException {
        int kept = current;
        begin(goBackward);
        for (int i = 0; i < sources.length; i++) {
            EntryIterator source = sources[i];
            if (i == kept) {
                continue;
            }
            if (source.isValid()) {
                if (goBackward) {
                    source.previous();
                } else {
                    source.next();
                }
            } else if (goBackward) {
                source.seekToLast();
            } else {
                source.seekToFirst();
            }
        }
        gather();
    }

    /** Builds the heap from where the sources stand. */
    private void gather() {
        heapSize = 0;
        for (int i = 0; i < sources.length; i++) {
            if (sources[i].isValid()) {
                refresh(i);
                heap[heapSize++] = i;
            }
        }
        for (int at = heapSize / 2 - 1; at >= 0; at--) {
            siftDown(at);
        }
        current = heapSize == 0 ? NONE : heap[0];
    }

    /** Puts the top, whose source has moved, where it belongs now. */
    private void settle(int moved) {
        if (sources[moved].isValid()) {
            refresh(moved);
        } else {
            heap[0] = heap[--heapSize];
        }
        siftDown(0);
        current = heapSize == 0 ? NONE : heap[0];
    }

    private void siftDown(int from) {
        int at = from;
        int sinking = heap[at];
        int child = 2 * at + 1;
        while (child < heapSize) {
            if (child + 1 < heapSize && comesBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!comesBefore(heap[child], sinking)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
            child = 2 * at + 1;
        }
        heap[at] = sinking;
    }

    private boolean comesBefore(int a, int b) {
        int order = Long.compareUnsigned(words[a], words[b]);
        if (order == 0) {
            order = Keys.compare(keys[a], keyLengths[a], keys[b], keyLengths[b]);
        }
        if (order == 0) {
            order = Long.compare(sequences[b], sequences[a]);
        }
        if (order == 0) {
            order = a - b;
        }
        return backward ? order > 0 : order < 0;
    }

    private void refresh(int source) {
        EntryIterator iterator = sources[source];
        byte[] key = iterator.key();
        int length = iterator.keyLength();
        keys[source] = key;
        keyLengths[source] = length;
        words[source] = word(key, length);
        sequences[source] = iterator.sequence();
    }

    /** The first eight bytes as an unsigned number, zeros after the end: equal words say nothing yet. */
    private static long word(byte[] key, int length) {
        if (length >= Long.BYTES) {
            return (long) WORD.get(key, 0);
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (key[i] & 0xFFL) << (56 - 8 * i);
        }
        return word;
    }
}
