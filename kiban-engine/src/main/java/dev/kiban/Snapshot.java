package dev.kiban;

import dev.kiban.internal.version.SnapshotPoint;

/**
 * A remembered moment of a store: reads at it are unmoved by later writes, flushes and compactions. It keeps old versions of data
 * alive until it is closed. Thread safe.
 */
public final class Snapshot implements AutoCloseable {

    private final SnapshotPoint point;

    Snapshot(SnapshotPoint point) {
        this.point = point;
    }

    /** Sequence number of the newest write that reads at this snapshot see; 0 when there was none. Also after closing. */
    public long sequence() {
        return point.sequence();
    }

    SnapshotPoint point() {
        return point;
    }

    /**
     * Lets go of the moment: later reads at it throw {@link IllegalStateException}. Cursors that were opened at it go on.
     * Idempotent, also after the store was closed.
     */
    @Override
    public void close() {
        point.close();
    }
}
