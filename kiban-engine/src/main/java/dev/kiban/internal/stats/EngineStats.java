package dev.kiban.internal.stats;

import dev.kiban.metrics.Amplification;
import dev.kiban.metrics.CommitMetrics;
import dev.kiban.metrics.CompactionMetrics;
import dev.kiban.metrics.ErrorMetrics;
import dev.kiban.metrics.FlushMetrics;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.OperationMetrics;
import dev.kiban.metrics.WalMetrics;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Everything an engine counts, from zero at its opening. The stations add to the public counters; the methods build the parts of a
 * {@link dev.kiban.metrics.KibanMetrics} from them and from the gauges that only the engine knows.
 *
 * <p>A get costs one add for its source and one for the bytes it returned: the number of gets is the sum of the sources, and is
 * not counted again. In the same way syncs are counted by their histogram. Counters never go back; a picture taken while others
 * add is not one instant, but each of its numbers is.
 *
 * <p>Thread safe.
 */
public final class EngineStats {

    /** Levels of the tree. */
    public static final int LEVELS = 7;

    // Operations. Each get adds to exactly one of the five sources.
    public final LongAdder getsFromMemtable = new LongAdder();
    public final LongAdder getsFromL0 = new LongAdder();
    public final LongAdder getsFromL1 = new LongAdder();
    public final LongAdder getsFromDeeper = new LongAdder();
    public final LongAdder getsAbsent = new LongAdder();
    public final LongAdder bytesRead = new LongAdder();
    public final LongAdder puts = new LongAdder();
    public final LongAdder deletes = new LongAdder();
    public final LongAdder batches = new LongAdder();
    public final LongAdder scans = new LongAdder();
    public final LongAdder bytesWritten = new LongAdder();
    public final LatencyHistogram getLatency = new LatencyHistogram();
    public final LatencyHistogram writeLatency = new LatencyHistogram();

    // Commit.
    public final LongAdder commitGroups = new LongAdder();
    public final LongAdder commitWrites = new LongAdder();
    public final LongAdder commitPayloadBytes = new LongAdder();
    public final LongAdder commitWaitNanos = new LongAdder();
    public final LongAdder writesRejected = new LongAdder();

    // WAL. Each sync is recorded in the histogram and counted there.
    public final LatencyHistogram walSyncLatency = new LatencyHistogram();

    // Flush.
    public final LongAdder flushesCompleted = new LongAdder();
    public final LongAdder flushBytesWritten = new LongAdder();
    public final LongAdder flushNanos = new LongAdder();
    public final LongAdder flushFailures = new LongAdder();

    // Compaction.
    public final LongAdder compactionsCompleted = new LongAdder();
    public final LongAdder compactionMoves = new LongAdder();
    public final LongAdder compactionBytesRead = new LongAdder();
    public final LongAdder compactionBytesWritten = new LongAdder();
    public final LongAdder compactionDropped = new LongAdder();
    public final LongAdder compactionNanos = new LongAdder();
    public final LongAdder compactionFailures = new LongAdder();

    /** By level: bytes that compactions read from it. */
    public final LongAdder[] levelBytesRead = adders();

    /** By level: bytes that flushes and compactions wrote into it. */
    public final LongAdder[] levelBytesWritten = adders();

    // Errors.
    public final LongAdder corruptionErrors = new LongAdder();
    public final LongAdder diskFullErrors = new LongAdder();
    public final LongAdder ioErrors = new LongAdder();
    public final LongAdder bugErrors = new LongAdder();
    private volatile @Nullable String lastError;

    private static LongAdder[] adders() {
        LongAdder[] adders = new LongAdder[LEVELS];
        for (int i = 0; i < LEVELS; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    /**
     * Counts a failure in the background.
     *
     * @param kind {@code corruption}, {@code disk_full}, {@code io}; anything else counts as {@code bug}
     * @param message what, in plain words, without key or value bytes
     */
    public void error(String kind, String message) {
        switch (kind) {
            case "corruption" -> corruptionErrors.increment();
            case "disk_full" -> diskFullErrors.increment();
            case "io" -> ioErrors.increment();
            default -> bugErrors.increment();
        }
        lastError = message;
    }

    public OperationMetrics operations() {
        long memtable = getsFromMemtable.sum();
        long l0 = getsFromL0.sum();
        long l1 = getsFromL1.sum();
        long deeper = getsFromDeeper.sum();
        long absent = getsAbsent.sum();
        return new OperationMetrics(
                memtable + l0 + l1 + deeper + absent,
                puts.sum(),
                deletes.sum(),
                batches.sum(),
                scans.sum(),
                bytesWritten.sum(),
                bytesRead.sum(),
                memtable,
                l0,
                l1,
                deeper,
                absent,
                getLatency.latency(),
                writeLatency.latency());
    }

    public CommitMetrics commit() {
        return new CommitMetrics(
                commitGroups.sum(), commitWrites.sum(), commitPayloadBytes.sum(), commitWaitNanos.sum());
    }

    public WalMetrics wal(int files, long size, long bytesWritten, long bufferedBytes) {
        var syncs = walSyncLatency.latency();
        return new WalMetrics(files, size, bytesWritten, syncs.count(), syncs, bufferedBytes);
    }

    public FlushMetrics flushes() {
        return new FlushMetrics(flushesCompleted.sum(), flushBytesWritten.sum(), flushNanos.sum(), flushFailures.sum());
    }

    public CompactionMetrics compactions(int running, long pendingBytes) {
        return new CompactionMetrics(
                compactionsCompleted.sum(),
                compactionMoves.sum(),
                compactionBytesRead.sum(),
                compactionBytesWritten.sum(),
                compactionDropped.sum(),
                compactionNanos.sum(),
                compactionFailures.sum(),
                running,
                pendingBytes);
    }

    public LevelMetrics level(
            int level,
            int files,
            long size,
            long target,
            double score,
            long entries,
            long tombstones,
            long queuedBytes) {
        return new LevelMetrics(
                level,
                files,
                size,
                target,
                score,
                entries,
                tombstones,
                queuedBytes,
                levelBytesRead[level].sum(),
                levelBytesWritten[level].sum());
    }

    /**
     * @param tableBytes bytes of all live tables
     * @param lastLevelBytes bytes of the deepest level that holds data
     * @param sortedRuns sorted runs that a point read may have to look at
     */
    public Amplification amplification(long tableBytes, long lastLevelBytes, int sortedRuns) {
        long user = bytesWritten.sum();
        long tables = flushBytesWritten.sum() + compactionBytesWritten.sum();
        return new Amplification(ratio(tables, user), ratio(tableBytes, lastLevelBytes), sortedRuns);
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    public ErrorMetrics errors() {
        return new ErrorMetrics(
                corruptionErrors.sum(), diskFullErrors.sum(), ioErrors.sum(), bugErrors.sum(), lastError);
    }
}
