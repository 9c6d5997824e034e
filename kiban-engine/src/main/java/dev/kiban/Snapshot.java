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

    /** The newest write that reads at this snapshot see. */
    public long sequence() {
        return point.sequence();
    }

    SnapshotPoint point() {
        return point;
    }

    /** Idempotent. */
    @Override
    public void close() {
        point.close();
    }
}
