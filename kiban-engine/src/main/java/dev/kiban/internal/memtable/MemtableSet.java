package dev.kiban.internal.memtable;

import dev.kiban.internal.codec.KeyspaceMap;
import org.jspecify.annotations.Nullable;

/**
 * The memtables of all keyspaces that were filled together: a generation. It is written to tables as a whole, and its logs become
 * obsolete as a whole.
 *
 * <p>One writer at a time (the commit leader); readers need no lock. Once sealed it never changes.
 */
public final class MemtableSet {

    private final long firstLog;
    private volatile KeyspaceMap<Memtable> memtables = KeyspaceMap.empty();
    private volatile long lastSequence;
    private volatile String sealReason = "size";

    /**
     * @param firstLog number of the oldest log that holds writes of this set
     */
    public MemtableSet(long firstLog) {
        this.firstLog = firstLog;
    }

    public long firstLog() {
        return firstLog;
    }

    /** The newest write in it; 0 when it is empty. */
    public long lastSequence() {
        return lastSequence;
    }

    /** The memtable of a keyspace, or null when the keyspace has no write in this set. */
    public @Nullable Memtable get(int keyspace) {
        return memtables.get(keyspace);
    }

    public KeyspaceMap<Memtable> all() {
        return memtables;
    }

    /** For the writer: the memtable of a keyspace, made when absent. */
    public Memtable writable(int keyspace) {
        Memtable memtable = memtables.get(keyspace);
        if (memtable == null) {
            memtable = new Memtable();
            memtables = memtables.with(keyspace, memtable);
        }
        return memtable;
    }

    /** For the writer: says that writes up to the sequence are in. */
    public void advance(long sequence) {
        lastSequence = sequence;
    }

    /** Why the set was sealed: {@code size} or {@code request}. */
    public String sealReason() {
        return sealReason;
    }

    /** For the writer: says why the set is about to be sealed. */
    public void sealFor(String reason) {
        sealReason = reason;
    }

    /** For the writer: forgets a dropped keyspace. */
    public void drop(int keyspace) {
        memtables = memtables.without(keyspace);
    }

    public boolean isEmpty() {
        return lastSequence == 0;
    }

    /** Bytes of heap that the memtables hold. */
    public long memoryBytes() {
        KeyspaceMap<Memtable> all = memtables;
        long bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += all.valueAt(i).memoryBytes();
        }
        return bytes;
    }
}
