package dev.kiban.internal.version;

import org.jspecify.annotations.Nullable;

/**
 * A sequence that somebody reads at, registered so that compaction keeps what it sees. Thread safe; the links belong to the
 * list and are guarded by its lock.
 */
public final class SnapshotPoint {

    private final SnapshotList list;
    private final long sequence;
    private final boolean cursor;
    private final long openedNanos;
    private volatile boolean open = true;

    @Nullable
    SnapshotPoint older;

    @Nullable
    SnapshotPoint newer;

    SnapshotPoint(SnapshotList list, long sequence, boolean cursor, long openedNanos) {
        this.list = list;
        this.sequence = sequence;
        this.cursor = cursor;
        this.openedNanos = openedNanos;
    }

    /** The newest sequence that reads at this point see. */
    public long sequence() {
        return sequence;
    }

    public boolean isOpen() {
        return open;
    }

    /** @throws IllegalStateException when this point is closed: what it saw may be gone */
    public void requireOpen() {
        if (!open) {
            throw new IllegalStateException("the snapshot is closed; take a new one");
        }
    }

    /** Lets compaction drop what only this point sees. Idempotent. */
    public void close() {
        list.close(this);
    }

    boolean belongsTo(SnapshotList other) {
        return list == other;
    }

    boolean isCursor() {
        return cursor;
    }

    long openedNanos() {
        return openedNanos;
    }

    void markClosed() {
        open = false;
    }
}
