package dev.kiban.internal;

import dev.kiban.KibanOptions;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.commit.Committer;
import dev.kiban.internal.commit.WalSyncer;
import dev.kiban.internal.commit.WriteThrottle;
import dev.kiban.internal.compaction.CompactionDebt;
import dev.kiban.internal.compaction.Compactor;
import dev.kiban.internal.compaction.Decision;
import dev.kiban.internal.compaction.LevelScore;
import dev.kiban.internal.compaction.LevelShape;
import dev.kiban.internal.compaction.Pressure;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.recovery.Recovery;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.stats.StallClock;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableStats;
import dev.kiban.internal.version.Catalog;
import dev.kiban.internal.version.SnapshotList;
import dev.kiban.internal.version.Version;
import dev.kiban.internal.version.View;
import dev.kiban.metrics.CacheMetrics;
import dev.kiban.metrics.DiskMetrics;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.MemtableMetrics;
import dev.kiban.metrics.RecoveryMetrics;
import dev.kiban.metrics.SnapshotMetrics;
import dev.kiban.metrics.StallMetrics;
import dev.kiban.metrics.WriteState;
import java.util.ArrayList;
import java.util.List;

/** Puts the stations' numbers together to one picture. Reads no file; thread safe. */
final class Picture {

    private final FileSystem fs;
    private final KibanOptions options;
    private final StoreStatus status;
    private final EngineStats stats;
    private final TableStats tableStats;
    private final Catalog catalog;
    private final Committer committer;
    private final WalSyncer syncer;
    private final WriteThrottle throttle;
    private final StallClock stalls;
    private final Pressure pressure;
    private final Compactor compactor;
    private final SnapshotList snapshots;
    private final LogFiles logs;
    private final BlockCache cache;
    private final LevelShape shape;
    private final RecoveryMetrics recovery;
    private final long openedAtMillis;

    Picture(
            FileSystem fs,
            KibanOptions options,
            StoreStatus status,
            EngineStats stats,
            TableStats tableStats,
            Catalog catalog,
            Committer committer,
            WalSyncer syncer,
            WriteThrottle throttle,
            StallClock stalls,
            Pressure pressure,
            Compactor compactor,
            SnapshotList snapshots,
            LogFiles logs,
            BlockCache cache,
            LevelShape shape,
            Recovery.Recovered recovered,
            long openNanos) {
        this.fs = fs;
        this.options = options;
        this.status = status;
        this.stats = stats;
        this.tableStats = tableStats;
        this.catalog = catalog;
        this.committer = committer;
        this.syncer = syncer;
        this.throttle = throttle;
        this.stalls = stalls;
        this.pressure = pressure;
        this.compactor = compactor;
        this.snapshots = snapshots;
        this.logs = logs;
        this.cache = cache;
        this.shape = shape;
        this.recovery =
                new RecoveryMetrics(openNanos, recovered.records(), recovered.bytes(), recovered.droppedBytes());
        this.openedAtMillis = fs.currentTimeMillis();
    }

    KibanMetrics take() {
        View view = catalog.current();
        List<LevelMetrics> levels = levels(view);
        List<Long> liveLogs = catalog.logs();
        long walBytes = logs.size(liveLogs);
        long tableBytes = levels.stream().mapToLong(LevelMetrics::size).sum();
        return new KibanMetrics(
                options.name(),
                status.state(),
                options.durability(),
                fs.currentTimeMillis(),
                openedAtMillis,
                committer.visibleSequence(),
                syncer.durableSequence(),
                stats.operations(),
                stats.commit(),
                stats.wal(liveLogs.size(), walBytes, logs.bytesWritten(), committer.bufferedBytes()),
                memtables(view),
                levels,
                stats.flushes(),
                stats.compactions(compactor.running(), pressure.pendingBytes()),
                cache(view),
                stalls(),
                new SnapshotMetrics(
                        snapshots.snapshots(),
                        snapshots.cursors(),
                        snapshots.oldestAgeNanos(),
                        catalog.views().pinnedBytes()),
                new DiskMetrics(
                        walBytes,
                        tableBytes,
                        catalog.manifestBytes(),
                        catalog.obsoleteBytes(),
                        pressure.freeDisk(),
                        pressure.totalDisk()),
                recovery,
                stats.amplification(tableBytes, deepestBytes(levels), sortedRuns(view)),
                stats.errors());
    }

    private List<LevelMetrics> levels(View view) {
        KeyspaceMap<Version> versions = view.versions();
        List<LevelMetrics> levels = new ArrayList<>(Version.LEVELS);
        List<List<LevelScore>> scores = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            scores.add(CompactionDebt.scores(versions.valueAt(i), shape));
        }
        for (int level = 0; level < Version.LEVELS; level++) {
            int files = 0;
            long bytes = 0;
            long entries = 0;
            long tombstones = 0;
            long queued = 0;
            double score = 0;
            for (int i = 0; i < versions.size(); i++) {
                LevelScore of = scores.get(i).get(level);
                files += of.files();
                bytes += of.bytes();
                queued += of.queuedBytes();
                score = Math.max(score, of.score());
                entries += versions.valueAt(i).entries(level);
                tombstones += versions.valueAt(i).tombstones(level);
            }
            long target = level == Version.LEVELS - 1 ? 0 : shape.target(level);
            levels.add(stats.level(level, files, bytes, target, score, entries, tombstones, queued));
        }
        return List.copyOf(levels);
    }

    private MemtableMetrics memtables(View view) {
        long sealed = 0;
        for (MemtableSet set : view.sealed()) {
            sealed += set.memoryBytes();
        }
        return new MemtableMetrics(
                view.active().memoryBytes(),
                sealed,
                view.sealed().size(),
                options.maxSealedMemtables(),
                options.memtableSize());
    }

    private CacheMetrics cache(View view) {
        long index = 0;
        long filter = 0;
        KeyspaceMap<Version> versions = view.versions();
        for (int i = 0; i < versions.size(); i++) {
            for (Table table : versions.valueAt(i).tables()) {
                index += table.indexBytes();
                filter += table.filterBytes();
            }
        }
        return new CacheMetrics(
                cache.capacity(),
                cache.size(),
                cache.hits(),
                cache.misses(),
                cache.inserts(),
                cache.evictions(),
                index,
                filter,
                tableStats.filterNegatives(),
                tableStats.filterPositives(),
                tableStats.filterFalsePositives());
    }

    private StallMetrics stalls() {
        Decision now = throttle.decision();
        long rate = now.state() == WriteState.SLOWED ? now.bytesPerSecond() : 0;
        int waiting = throttle.leaderWaits() ? committer.writersInside() : 0;
        return new StallMetrics(
                now.state(), now.cause(), waiting, rate, stats.writesRejected.sum(), stalls.totals(fs.nanoTime()));
    }

    private static long deepestBytes(List<LevelMetrics> levels) {
        for (int i = levels.size() - 1; i >= 0; i--) {
            if (levels.get(i).size() > 0) {
                return levels.get(i).size();
            }
        }
        return 0;
    }

    /** Of the keyspace with the most: each memtable, each L0 table and each level with tables is a run. */
    private static int sortedRuns(View view) {
        int most = 0;
        KeyspaceMap<Version> versions = view.versions();
        for (int i = 0; i < versions.size(); i++) {
            Version version = versions.valueAt(i);
            int runs = version.tables(0).size();
            for (int level = 1; level < Version.LEVELS; level++) {
                runs += version.tables(level).isEmpty() ? 0 : 1;
            }
            most = Math.max(most, runs);
        }
        return most + 1 + view.sealed().size();
    }
}
