package dev.kiban.bench.record;

import dev.kiban.bench.Machine;
import dev.kiban.bench.report.Numbers;
import dev.kiban.bench.report.Table;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.KibanMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a recorded run came to.
 *
 * @param workload what was written
 * @param operations puts in all
 * @param writeNanos from the first put to the last
 * @param settledNanos from the first put until nothing was left to do in the background
 * @param latencies of every put, in nanoseconds
 * @param metrics the store's own figures once settled
 * @param diskBytes lengths of all files after close
 * @param peakResidentBytes of the process, before verification; 0 when unknown
 * @param verification of every entry after reopening
 * @param trace where the trace lies
 * @param traceBytes its length
 */
record RecordResult(
        RandomWrites workload,
        long operations,
        long writeNanos,
        long settledNanos,
        Histogram latencies,
        KibanMetrics metrics,
        long diskBytes,
        long peakResidentBytes,
        Verification verification,
        Path trace,
        long traceBytes) {

    private static final double MICROSECOND = 1e3;
    private static final double SECOND = 1e9;
    private static final double MIB = 1 << 20;

    String toText(Machine machine, String commit) {
        List<List<String>> rows = new ArrayList<>();
        count(rows, "writes", operations, "puts");
        row(rows, "writing", writeNanos / SECOND, "s");
        row(rows, "writing, until settled", settledNanos / SECOND, "s");
        row(rows, "rate while writing", operations / (writeNanos / SECOND), "puts/s");
        row(rows, "put, p50", latencies.getValueAtPercentile(50) / MICROSECOND, "µs");
        row(rows, "put, p99", latencies.getValueAtPercentile(99) / MICROSECOND, "µs");
        row(rows, "put, p99.9", latencies.getValueAtPercentile(99.9) / MICROSECOND, "µs");
        row(rows, "put, longest", latencies.getMaxValue() / MICROSECOND, "µs");
        row(rows, "write amplification, tables", metrics.amplification().write(), "bytes a byte");
        count(rows, "flushes", metrics.flushes().completed(), "");
        count(rows, "compactions", metrics.compactions().completed(), "");
        for (CauseMetrics cause : metrics.stalls().causes()) {
            long blocked = cause.slowdownBlockedNanos() + cause.stopBlockedNanos();
            if (blocked > 0) {
                row(rows, "writers blocked, " + cause.cause(), blocked / SECOND, "s, summed over writers");
            }
        }
        row(rows, "disk after close", diskBytes / MIB, "MiB");
        row(rows, "peak RSS", peakResidentBytes == 0 ? Double.NaN : peakResidentBytes / MIB, "MiB");
        count(rows, "entries verified", verification.compared(), "");
        count(rows, "entries wrong", verification.wrong(), "");
        row(rows, "trace", traceBytes / 1024.0, "KiB in " + trace);
        return String.format(
                        Locale.ROOT,
                        "%,d random puts of %d + %d bytes over %,d keys, %d threads, %s, seed %d%n%s, %d processors, %s, %s,"
                                + " commit %s%n%n",
                        operations,
                        workload.keyBytes(),
                        workload.valueBytes(),
                        workload.keys(),
                        workload.threads(),
                        metrics.durability(),
                        workload.seed(),
                        machine.cpu(),
                        machine.processors(),
                        machine.fileSystem(),
                        machine.jvm(),
                        commit)
                + new Table(List.of("figure", "value", "unit"), rows).toText();
    }

    private static void count(List<List<String>> rows, String name, long value, String unit) {
        rows.add(List.of(name, String.format(Locale.ROOT, "%,d", value), unit));
    }

    private static void row(List<List<String>> rows, String name, double value, String unit) {
        rows.add(List.of(name, Numbers.format(value), unit));
    }
}
