package dev.kiban.metrics;

import dev.kiban.Durability;
import java.util.List;

/**
 * One immutable picture of a store: its state, its shape and everything it counted. Taking it reads no file. Counters start at
 * zero when the store is opened.
 *
 * @param name the engine's name in meters and traces
 * @param state whether it takes reads and writes
 * @param durability the default durability
 * @param timeMillis when the picture was taken, milliseconds since 1970, UTC
 * @param openedAtMillis when the store was opened
 * @param visibleSequence the newest write that readers see
 * @param durableSequence the newest write known to survive a power loss
 * @param operations what callers did
 * @param commit group commit
 * @param wal the log
 * @param memtables memtables
 * @param levels L0 to L6, all of them
 * @param flushes flushes
 * @param compactions compactions
 * @param cache block cache, indexes, filters
 * @param stalls slowed and stopped writers
 * @param snapshots open snapshots and cursors
 * @param disk files and volume
 * @param recovery what opening did
 * @param amplification write, space and read amplification
 * @param errors failures in the background
 */
public record KibanMetrics(
        String name,
        StoreState state,
        Durability durability,
        long timeMillis,
        long openedAtMillis,
        long visibleSequence,
        long durableSequence,
        OperationMetrics operations,
        CommitMetrics commit,
        WalMetrics wal,
        MemtableMetrics memtables,
        List<LevelMetrics> levels,
        FlushMetrics flushes,
        CompactionMetrics compactions,
        CacheMetrics cache,
        StallMetrics stalls,
        SnapshotMetrics snapshots,
        DiskMetrics disk,
        RecoveryMetrics recovery,
        Amplification amplification,
        ErrorMetrics errors) {}
