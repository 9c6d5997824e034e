package dev.kiban.sample.page;

import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.StoreState;
import dev.kiban.metrics.WriteState;

/**
 * The few numbers of the store that the page shows; {@code /actuator/kiban} has them all.
 *
 * @param timeMillis when they were taken, milliseconds since 1970, UTC
 * @param writes records written and deleted over the store's life
 * @param reads point reads since the start
 * @param scans cursors opened since the start
 * @param memtableBytes memory of writes that are in no table yet
 * @param tableFiles table files
 * @param diskBytes bytes on disk
 * @param compactions compactions that run
 */
public record StoreNumbers(
        StoreState state,
        WriteState writeState,
        long timeMillis,
        long writes,
        long reads,
        long scans,
        long memtableBytes,
        int tableFiles,
        long diskBytes,
        int compactions) {

    static StoreNumbers of(KibanMetrics metrics) {
        return new StoreNumbers(
                metrics.state(),
                metrics.stalls().state(),
                metrics.timeMillis(),
                metrics.visibleSequence(),
                metrics.operations().gets(),
                metrics.operations().scans(),
                metrics.memtables().activeBytes() + metrics.memtables().sealedBytes(),
                metrics.levels().stream().mapToInt(LevelMetrics::files).sum(),
                metrics.disk().walBytes()
                        + metrics.disk().tableBytes()
                        + metrics.disk().manifestBytes()
                        + metrics.disk().obsoleteBytes(),
                metrics.compactions().running());
    }

    public ByteCount memtable() {
        return new ByteCount(memtableBytes);
    }

    public ByteCount disk() {
        return new ByteCount(diskBytes);
    }
}
