package dev.kiban.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.metrics.Amplification;
import dev.kiban.metrics.CommitMetrics;
import dev.kiban.metrics.CompactionMetrics;
import dev.kiban.metrics.ErrorMetrics;
import dev.kiban.metrics.FlushMetrics;
import dev.kiban.metrics.Latency;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.OperationMetrics;
import dev.kiban.metrics.WalMetrics;
import org.junit.jupiter.api.Test;

class EngineStatsTest {

    private final EngineStats stats = new EngineStats();

    @Test
    void getsAreTheSumOfTheirSources() {
        stats.getsFromMemtable.add(1);
        stats.getsFromL0.add(2);
        stats.getsFromL1.add(3);
        stats.getsFromDeeper.add(4);
        stats.getsAbsent.add(5);
        stats.puts.add(6);
        stats.deletes.add(7);
        stats.batches.add(8);
        stats.scans.add(9);
        stats.bytesWritten.add(10);
        stats.bytesRead.add(11);
        stats.getLatency.record(20);
        stats.writeLatency.record(30);
        assertThat(stats.operations())
                .isEqualTo(new OperationMetrics(15, 6, 7, 8, 9, 10, 11, 1, 2, 3, 4, 5, latencyOf(20), latencyOf(30)));
    }

    @Test
    void everyCounterReachesItsPartOfThePicture() {
        stats.commitGroups.add(1);
        stats.commitWrites.add(2);
        stats.commitPayloadBytes.add(3);
        stats.commitWaitNanos.add(4);
        assertThat(stats.commit()).isEqualTo(new CommitMetrics(1, 2, 3, 4));

        stats.walSyncLatency.record(6);
        assertThat(stats.wal(7, 8, 5, 9)).isEqualTo(new WalMetrics(7, 8, 5, 1, latencyOf(6), 9));

        stats.flushesCompleted.add(1);
        stats.flushBytesWritten.add(20);
        stats.flushNanos.add(3);
        stats.flushFailures.add(4);
        assertThat(stats.flushes()).isEqualTo(new FlushMetrics(1, 20, 3, 4));

        stats.compactionsCompleted.add(1);
        stats.compactionMoves.add(2);
        stats.compactionBytesRead.add(3);
        stats.compactionBytesWritten.add(40);
        stats.compactionDropped.add(5);
        stats.compactionNanos.add(6);
        stats.compactionFailures.add(7);
        assertThat(stats.compactions(8, 9)).isEqualTo(new CompactionMetrics(1, 2, 3, 40, 5, 6, 7, 8, 9));

        stats.levelBytesRead[6].add(1);
        stats.levelBytesWritten[6].add(2);
        assertThat(stats.level(6, 3, 4, 5, 0.5, 6, 7, 8)).isEqualTo(new LevelMetrics(6, 3, 4, 5, 0.5, 6, 7, 8, 1, 2));

        stats.bytesWritten.add(30);
        assertThat(stats.amplification(100, 80, 3)).isEqualTo(new Amplification(2.0, 1.25, 3));
    }

    @Test
    void amplificationIsZeroBeforeAnythingIsWritten() {
        assertThat(stats.amplification(0, 0, 0)).isEqualTo(new Amplification(0, 0, 0));
    }

    @Test
    void errorsAreCountedByKindAndTheLastIsKept() {
        assertThat(stats.errors()).isEqualTo(new ErrorMetrics(0, 0, 0, 0, null));
        stats.error("corruption", "a");
        stats.error("disk_full", "b");
        stats.error("io", "c");
        stats.error("listener threw", "d");
        assertThat(stats.errors()).isEqualTo(new ErrorMetrics(1, 1, 1, 1, "d"));
    }

    private static Latency latencyOf(long nanos) {
        return new Latency(1, nanos, nanos, nanos, nanos, nanos);
    }
}
