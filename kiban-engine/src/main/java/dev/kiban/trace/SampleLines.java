package dev.kiban.trace;

import dev.kiban.event.StallCause;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.Latency;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.OperationMetrics;
import dev.kiban.metrics.StoreState;
import dev.kiban.metrics.WriteState;
import dev.kiban.trace.TraceLine.Level;
import dev.kiban.trace.TraceLine.Memtables;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceLine.Wal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns a store's picture into a sample. Stateless apart from the process's start, which does not change. */
final class SampleLines {

    private static final double MILLION = 1e6;

    private final ProcessProbe process;
    private final long processStart;

    SampleLines(ProcessProbe process) {
        this.process = process;
        this.processStart = process.startMillis();
    }

    Sample sample(long q, long t, KibanMetrics metrics, Latency read, Latency write) {
        OperationMetrics operations = metrics.operations();
        List<Level> levels = new ArrayList<>();
        List<Long> queued = new ArrayList<>();
        long queuedTotal = 0;
        for (LevelMetrics level : metrics.levels()) {
            Long target = level.target() > 0 ? level.target() : null;
            levels.add(new Level(level.files(), level.size(), level.score(), target));
            queued.add(level.queuedBytes());
            queuedTotal += level.queuedBytes();
        }
        long blocked = 0;
        for (CauseMetrics cause : metrics.stalls().causes()) {
            blocked += cause.slowdownBlockedNanos() + cause.stopBlockedNanos();
        }
        StallCause stall = metrics.stalls().cause();
        return new Sample(
                q,
                t,
                operations(operations),
                reads(operations),
                operations.bytesWritten(),
                operations.bytesRead(),
                levels,
                queuedTotal,
                queued,
                metrics.stalls().delayRate(),
                metrics.stalls().state() == WriteState.STOPPED,
                stall == null ? null : EventFields.cause(stall),
                metrics.stalls().waitingWriters(),
                Math.round(blocked / MILLION),
                new Memtables(
                        metrics.memtables().activeBytes(),
                        metrics.memtables().sealedBytes(),
                        metrics.memtables().sealedCount()),
                new Wal(
                        metrics.wal().files(),
                        metrics.wal().size(),
                        metrics.wal().bytesWritten(),
                        metrics.wal().syncs()),
                read,
                write,
                metrics.name(),
                processStart,
                state(metrics.state()),
                metrics.flushes().bytesWritten(),
                metrics.compactions().bytesRead(),
                metrics.compactions().bytesWritten(),
                process.heap(),
                process.gcMillis(),
                process.cpuMillis(),
                process.residentBytes());
    }

    static String state(StoreState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    static Map<String, Object> totals(KibanMetrics metrics) {
        Map<String, Object> totals = new LinkedHashMap<>();
        totals.put("ops", operations(metrics.operations()));
        totals.put("reads", reads(metrics.operations()));
        totals.put("bytesIn", metrics.operations().bytesWritten());
        totals.put("bytesOut", metrics.operations().bytesRead());
        totals.put("flushes", metrics.flushes().completed());
        totals.put("flushBytes", metrics.flushes().bytesWritten());
        totals.put("compactions", metrics.compactions().completed());
        totals.put("compactBytes", metrics.compactions().bytesWritten());
        return totals;
    }

    private static long reads(OperationMetrics operations) {
        return operations.gets() + operations.scans();
    }

    private static long operations(OperationMetrics operations) {
        return reads(operations) + operations.puts() + operations.deletes() + operations.batches();
    }
}
