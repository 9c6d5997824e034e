package dev.kiban.internal.compaction;

import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.commit.WriteThrottle;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.version.Catalog;
import dev.kiban.internal.version.Version;
import dev.kiban.internal.version.View;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Measures what maintenance is behind with, asks the governor, and tells the throttle: after every change of the tree, and once a
 * second. Thread safe.
 */
public final class Pressure {

    private final FileSystem fs;
    private final Path directory;
    private final StoreStatus status;
    private final EngineStats stats;
    private final Catalog catalog;
    private final WriteThrottle throttle;
    private final LevelShape shape;
    private final Governor governor;
    private volatile long freeDisk;
    private volatile long totalDisk;
    private volatile long pendingBytes;
    private Rates rates = new Rates(0, 0);
    private long lastCompacted;
    private long lastWritten;
    private long lastNanos;

    public Pressure(
            FileSystem fs,
            Path directory,
            StoreStatus status,
            EngineStats stats,
            Catalog catalog,
            WriteThrottle throttle,
            LevelShape shape,
            GovernorLimits limits) {
        this.fs = fs;
        this.directory = directory;
        this.status = status;
        this.stats = stats;
        this.catalog = catalog;
        this.throttle = throttle;
        this.shape = shape;
        this.governor = new Governor(limits);
        this.lastNanos = fs.nanoTime();
    }

    /** Looks at the tree and decides anew. */
    public synchronized void update() {
        View view = catalog.current();
        KeyspaceMap<Version> versions = view.versions();
        int l0Files = 0;
        long pending = 0;
        for (int i = 0; i < versions.size(); i++) {
            Version version = versions.valueAt(i);
            l0Files = Math.max(l0Files, version.tables(0).size());
            pending += CompactionDebt.pendingBytes(version, shape);
        }
        pendingBytes = pending;
        throttle.update(governor.decide(new Debt(view.sealed().size(), l0Files, pending, freeDisk), rates));
    }

    /** Looks up free space and rates too, and decides anew: the once-a-second call. */
    public void measure() {
        try {
            freeDisk = fs.freeSpace(directory);
            totalDisk = fs.totalSpace(directory);
        } catch (IOException e) {
            status.report("files", e);
        }
        synchronized (this) {
            long now = fs.nanoTime();
            long nanos = now - lastNanos;
            if (nanos > 100_000_000L) {
                long compacted = stats.compactionBytesRead.sum();
                long written = stats.commitPayloadBytes.sum();
                rates = new Rates(perSecond(compacted - lastCompacted, nanos), perSecond(written - lastWritten, nanos));
                lastCompacted = compacted;
                lastWritten = written;
                lastNanos = now;
            }
        }
        update();
    }

    private static long perSecond(long bytes, long nanos) {
        return (long) (bytes * 1e9 / nanos);
    }

    public long freeDisk() {
        return freeDisk;
    }

    public long totalDisk() {
        return totalDisk;
    }

    public long pendingBytes() {
        return pendingBytes;
    }
}
