package dev.kiban.internal.memtable;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Lookup;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The recent writes of one keyspace, ordered: filled until it is large enough, then read only, then written to a table.
 *
 * <p>Everything lies in a few primitive arrays, a small one at first; an empty memtable takes about 5 KiB. Whoever held
 * an entry's bytes keeps them valid: they never move.
 *
 * <p>One writer at a time: {@link #put} needs the caller's lock, or another order between calls. All other methods may
 * be called from any thread beside it, take no lock, and see at least what was put before anything they have seen; which
 * sequences are visible is the caller's decision.
 */
public final class Memtable {

    /** This object, the list's objects and the counters. */
    private static final long FIXED_BYTES = 384;

    private final SkipList list = new SkipList();

    private long lastSequence;

    // Written by the writer alone, without a fence.
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong tombstones = new AtomicLong();
    private final AtomicLong dataBytes = new AtomicLong();
    private final AtomicLong memoryBytes = new AtomicLong(FIXED_BYTES + list.allocatedBytes());

    /**
     * Adds one version of a key, copying it from two ranges of one array: a WAL record's payload.
     *
     * @param sequence greater than that of every put before
     * @param kind one of {@link EntryKind}
     */
    public void put(
            byte[] source, int keyOffset, int keyLength, long sequence, int kind, int valueOffset, int valueLength) {
        if (sequence <= lastSequence) {
            throw new IllegalArgumentException("sequence " + sequence + " after sequence " + lastSequence);
        }
        list.insert(source, keyOffset, keyLength, sequence, kind, valueOffset, valueLength);
        lastSequence = sequence;
        add(entries, 1);
        if (kind == EntryKind.DELETE) {
            add(tombstones, 1);
        }
        add(dataBytes, (long) keyLength + valueLength);
        memoryBytes.setRelease(FIXED_BYTES + list.allocatedBytes());
    }

    /**
     * Looks for the newest version that the lookup may see and hands it over.
     *
     * @return whether there is one, be it a tombstone
     */
    public boolean get(Lookup lookup) {
        int node = list.atOrAfter(lookup.key, lookup.key.length, lookup.sequence);
        if (node == NodeArena.NONE || !list.hasKey(node, lookup.key)) {
            return false;
        }
        return list.kind(node) == EntryKind.DELETE ? lookup.deleted() : lookup.found(list.copyOfValue(node));
    }

    /** A walk over all versions, whatever their sequence; it may see those put later. Needs no closing. */
    public EntryIterator iterator() {
        return new MemtableIterator(list);
    }

    public boolean isEmpty() {
        return list.next(SkipList.HEAD) == NodeArena.NONE;
    }

    /** Versions, tombstones among them. */
    public long entries() {
        return entries.getAcquire();
    }

    public long tombstones() {
        return tombstones.getAcquire();
    }

    /** Bytes of all keys and values. */
    public long dataBytes() {
        return dataBytes.getAcquire();
    }

    /** The heap this memtable takes, used or allocated ahead, in bytes. */
    public long memoryBytes() {
        return memoryBytes.getAcquire();
    }

    private static void add(AtomicLong counter, long amount) {
        counter.setRelease(counter.getPlain() + amount);
    }
}
