package dev.kiban.bench.record;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.bench.Directories;
import dev.kiban.bench.Machine;
import dev.kiban.bench.Progress;
import dev.kiban.bench.store.KibanStore;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Runs the workload under a trace, then reopens the store and compares every entry with the model. Used once. */
final class Recording {

    private final RandomWrites workload;
    private final long operations;
    private final KibanOptions options;
    private final Path directory;
    private final Path trace;
    private final Machine machine;
    private final @Nullable String commit;

    /** By key, the number of its last write. */
    private final int[] lastWrites;

    Recording(
            RandomWrites workload,
            long operations,
            KibanOptions options,
            Path directory,
            Path trace,
            Machine machine,
            @Nullable String commit) {
        this.workload = workload;
        this.operations = operations;
        this.options = options;
        this.directory = directory;
        this.trace = trace;
        this.machine = machine;
        this.commit = commit;
        this.lastWrites = new int[workload.keys()];
    }

    RecordResult run() throws IOException, InterruptedException, ExecutionException {
        long start;
        long written;
        long settled;
        KibanMetrics metrics;
        List<Writer> writers;
        try (Kiban db = Kiban.open(directory, options)) {
            // The store ends the trace: only it knows that every event has been told.
            TraceSession session = db.startTrace(traceOptions());
            writers = writers(db);
            start = System.nanoTime();
            write(writers);
            written = System.nanoTime();
            session.mark("all writes returned");
            KibanStore.settle(db);
            settled = System.nanoTime();
            session.mark("settled");
            metrics = db.metrics();
        }
        long diskBytes = Directories.size(directory);
        long peakResidentBytes = Machine.peakResidentBytes();
        Verification verification;
        try (Kiban db = Kiban.open(directory, options)) {
            verification = Verification.of(db, workload, lastWrites);
        }
        Histogram latencies = new Histogram(3);
        writers.forEach(writer -> latencies.add(writer.latencies()));
        return new RecordResult(
                workload,
                operations,
                written - start,
                settled - start,
                latencies,
                metrics,
                diskBytes,
                peakResidentBytes,
                verification,
                trace,
                Files.size(trace));
    }

    private TraceOptions traceOptions() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("name", "random writes");
        facts.put("operations", operations);
        facts.put("keys", workload.keys());
        facts.put("keyBytes", workload.keyBytes());
        facts.put("valueBytes", workload.valueBytes());
        facts.put("threads", workload.threads());
        facts.put("seed", workload.seed());
        facts.put("durability", options.durability().name());
        return TraceOptions.defaults()
                .withFile(trace.toAbsolutePath())
                .withTitle(String.format(Locale.ROOT, "%,d random writes", operations))
                .withCommit(commit)
                .withWorkload(facts)
                .withHost(Map.of("cpu", machine.cpu(), "disk", machine.fileSystem()));
    }

    private List<Writer> writers(Kiban db) {
        List<Writer> writers = new ArrayList<>();
        for (int thread = 0; thread < workload.threads(); thread++) {
            long share = operations * (thread + 1) / workload.threads() - operations * thread / workload.threads();
            writers.add(new Writer(db, workload, thread, Math.toIntExact(share), lastWrites));
        }
        return writers;
    }

    private void write(List<Writer> writers) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(writers.size());
        try {
            Progress progress = new Progress("write", operations);
            for (Future<Void> running : writers.stream().map(threads::submit).toList()) {
                while (!isDone(running)) {
                    progress.at(writers.stream().mapToLong(Writer::done).sum());
                }
            }
        } finally {
            threads.shutdownNow();
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                System.err.println("writers did not end within a minute");
            }
        }
    }

    /** Waits a tenth of a second; throws what the writer threw. */
    private static boolean isDone(Future<Void> running) throws InterruptedException, ExecutionException {
        try {
            running.get(100, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
