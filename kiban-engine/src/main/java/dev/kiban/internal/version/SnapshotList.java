package dev.kiban.internal.version;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The open snapshots and cursors of a store, by sequence.
 *
 * <p>Invariants: points stand in ascending order of sequence, since the visible sequence never falls and is asked under the
 * lock. Compaction collects under the same lock, so a point is either among the live sequences, or was opened later and
 * reads at or above the visible sequence that was collected: what it sees is kept either way.
 *
 * <p>Thread safe; every operation but the collecting ones takes constant time.
 */
public final class SnapshotList {

    private final LongSupplier nanoTime;
    private @Nullable SnapshotPoint oldest;
    private @Nullable SnapshotPoint newest;
    private int snapshots;
    private int cursors;

    /** @param nanoTime the file system's clock */
    public SnapshotList(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Opens a point at the visible sequence.
     *
     * @param visible asked under the lock: quick, and never smaller than before
     */
    public SnapshotPoint openSnapshot(LongSupplier visible) {
        return openLatest(visible, false);
    }

    /** The same for a cursor that reads the newest state. */
    public SnapshotPoint openCursor(LongSupplier visible) {
        return openLatest(visible, true);
    }

    /**
     * Opens a point for a cursor at a snapshot. It outlives the snapshot.
     *
     * @throws IllegalArgumentException when the snapshot is another store's
     * @throws IllegalStateException when it is closed
     */
    public synchronized SnapshotPoint openCursor(SnapshotPoint snapshot) {
        require(snapshot);
        return insert(new SnapshotPoint(this, snapshot.sequence(), true, nanoTime.getAsLong()), snapshot);
    }

    /**
     * @throws IllegalArgumentException when the snapshot is another store's
     * @throws IllegalStateException when it is closed
     */
    public void require(SnapshotPoint snapshot) {
        if (!snapshot.belongsTo(this)) {
            throw new IllegalArgumentException("the snapshot is of another store");
        }
        snapshot.requireOpen();
    }

    /**
     * The sequences that reads may happen at, now or later: those of the open points and the visible one. Ascending, each
     * once, never empty. Of a key's versions, compaction keeps for each of them the newest that is not above it, and
     * everything above the last.
     */
    public synchronized long[] liveSequences(LongSupplier visible) {
        long[] sequences = new long[snapshots + cursors + 1];
        int count = 0;
        for (SnapshotPoint point = oldest; point != null; point = point.newer) {
            if (count == 0 || sequences[count - 1] != point.sequence()) {
                sequences[count++] = point.sequence();
            }
        }
        long last = visible.getAsLong();
        if (count == 0 || sequences[count - 1] != last) {
            sequences[count++] = last;
        }
        return Arrays.copyOf(sequences, count);
    }

    public synchronized int snapshots() {
        return snapshots;
    }

    public synchronized int cursors() {
        return cursors;
    }

    /** Nanoseconds since the longest-open point was opened; 0 when there is none. */
    public synchronized long oldestAgeNanos() {
        long now = nanoTime.getAsLong();
        long age = 0;
        for (SnapshotPoint point = oldest; point != null; point = point.newer) {
            age = Math.max(age, now - point.openedNanos());
        }
        return age;
    }

    synchronized void close(SnapshotPoint point) {
        if (!point.isOpen()) {
            return;
        }
        point.markClosed();
        count(point, -1);
        SnapshotPoint older = point.older;
        SnapshotPoint newer = point.newer;
        if (older == null) {
            oldest = newer;
        } else {
            older.newer = newer;
        }
        if (newer == null) {
            newest = older;
        } else {
            newer.older = older;
        }
        point.older = null;
        point.newer = null;
    }

    private synchronized SnapshotPoint openLatest(LongSupplier visible, boolean cursor) {
        return insert(new SnapshotPoint(this, visible.getAsLong(), cursor, nanoTime.getAsLong()), newest);
    }

    private SnapshotPoint insert(SnapshotPoint point, @Nullable SnapshotPoint after) {
        SnapshotPoint next = after == null ? null : after.newer;
        point.older = after;
        point.newer = next;
        if (after == null) {
            oldest = point;
        } else {
            after.newer = point;
        }
        if (next == null) {
            newest = point;
        } else {
            next.older = point;
        }
        count(point, 1);
        return point;
    }

    private void count(SnapshotPoint point, int change) {
        if (point.isCursor()) {
            cursors += change;
        } else {
            snapshots += change;
        }
    }
}
