package dev.kiban.spring.metrics;

import static dev.kiban.spring.metrics.EngineMeters.BYTES;

import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.LevelMetrics;

/** Meters of the tree and of its upkeep: memtables, levels, flushes, compactions. */
final class TreeMeters {

    /** L0 to L6. */
    static final int LEVELS = 7;

    private TreeMeters() {}

    static void bind(EngineMeters meters) {
        bindMemtables(meters);
        for (int level = 0; level < LEVELS; level++) {
            bindLevel(meters, level);
        }
        bindFlushes(meters);
        bindCompactions(meters);
        meters.gauge(
                "kiban.write.amplification",
                null,
                "Table bytes written per byte that callers wrote, since the store was opened",
                m -> m.amplification().write());
        meters.gauge(
                "kiban.space.amplification",
                null,
                "Table bytes per byte of the last level that holds data",
                m -> m.amplification().space());
        meters.gauge(
                "kiban.read.amplification",
                null,
                "Sorted runs that a point read may have to look at",
                m -> m.amplification().read());
    }

    private static void bindMemtables(EngineMeters meters) {
        String size = "Memory of the memtable that takes writes, and of those that wait for their flush";
        meters.gauge("kiban.memtable.size", BYTES, size, m -> m.memtables().activeBytes(), "state", "active");
        meters.gauge("kiban.memtable.size", BYTES, size, m -> m.memtables().sealedBytes(), "state", "immutable");
        String count = "Memtables that take writes, and that wait for their flush";
        meters.gauge("kiban.memtable.count", "memtables", count, m -> 1, "state", "active");
        meters.gauge(
                "kiban.memtable.count", "memtables", count, m -> m.memtables().sealedCount(), "state", "immutable");
    }

    private static void bindLevel(EngineMeters meters, int level) {
        String tag = Integer.toString(level);
        meters.gauge(
                "kiban.level.files",
                "files",
                "Table files of a level",
                m -> of(m, level).files(),
                "level",
                tag);
        meters.gauge(
                "kiban.level.size",
                BYTES,
                "Size of the tables of a level",
                m -> of(m, level).size(),
                "level",
                tag);
        meters.gauge(
                "kiban.level.target.size",
                BYTES,
                "Size that a level should have; 0 for level 0, which is judged by its files",
                m -> of(m, level).target(),
                "level",
                tag);
        meters.gauge(
                "kiban.level.queued.size",
                BYTES,
                "Size of a level above its target",
                m -> of(m, level).queuedBytes(),
                "level",
                tag);
        meters.gauge(
                "kiban.level.score",
                null,
                "How full a level is; above 1 it wants compaction",
                m -> of(m, level).score(),
                "level",
                tag);
        meters.gauge(
                "kiban.level.tombstones",
                "tombstones",
                "Deletes held in the tables of a level",
                m -> of(m, level).tombstones(),
                "level",
                tag);
        meters.counter(
                "kiban.compaction.read",
                BYTES,
                "Bytes that compactions read from a level",
                m -> of(m, level).bytesRead(),
                "level",
                tag);
        if (level > 0) {
            // What is written into level 0 comes from flushes.
            meters.counter(
                    "kiban.compaction.written",
                    BYTES,
                    "Bytes that compactions wrote into a level",
                    m -> of(m, level).bytesWritten(),
                    "level",
                    tag);
        }
    }

    private static void bindFlushes(EngineMeters meters) {
        meters.counter(
                "kiban.flush.written",
                BYTES,
                "Table bytes that flushes wrote",
                m -> m.flushes().bytesWritten());
        meters.counter(
                "kiban.flush.failures",
                "failures",
                "Flushes that failed and are tried again",
                m -> m.flushes().failures());
    }

    private static void bindCompactions(EngineMeters meters) {
        meters.counter(
                "kiban.compaction.dropped",
                null,
                "Entries left out by compactions as nobody can see them any more",
                m -> m.compactions().dropped());
        meters.counter(
                "kiban.compaction.failures",
                "failures",
                "Compactions that failed; nothing changed then",
                m -> m.compactions().failures());
        meters.gauge(
                "kiban.compaction.active",
                null,
                "Compactions that run now",
                m -> m.compactions().running());
        meters.gauge(
                "kiban.compaction.pending",
                BYTES,
                "Bytes that wait for compaction",
                m -> m.compactions().pendingBytes());
    }

    private static LevelMetrics of(KibanMetrics metrics, int level) {
        return metrics.levels().get(level);
    }
}
