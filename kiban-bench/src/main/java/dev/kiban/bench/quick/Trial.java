package dev.kiban.bench.quick;

import dev.kiban.bench.Directories;
import dev.kiban.bench.Machine;
import dev.kiban.bench.Progress;
import dev.kiban.bench.model.Memory;
import dev.kiban.bench.model.MemoryCodec;
import dev.kiban.bench.model.MemoryModel;
import dev.kiban.bench.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One engine's turn: loads, reads, writes, then reopens the store and compares every entry with what it must be.
 *
 * <p>One timer spans each whole call: building the key, encoding or decoding, and the engine. Making the memory that is
 * written and checking what was read lie outside. A wrong result ends the trial with {@link VerificationException}.
 */
final class Trial {

    static final String LOAD = "load";
    static final String POINT_READ = "point read";
    static final String LATEST_TEN = "latest ten";
    static final String PUT = "put";
    static final String UPDATE = "update";
    static final String SYNCED_PUT = "synced put";

    private static final int LATEST = 10;

    private final TrialPlan plan;
    private final Path directory;
    private final MemoryModel model;
    private final MemoryCodec codec = new MemoryCodec();
    private final SplittableRandom random;
    private final List<WorkloadResult> workloads = new ArrayList<>();
    private final int[] revisions;
    private int population;
    private long verified;

    Trial(TrialPlan plan) {
        this.plan = plan;
        this.directory = Path.of(plan.directory());
        this.model = new MemoryModel(plan.seed());
        this.random = new SplittableRandom(plan.seed());
        this.revisions = new int[plan.records() + plan.puts() + plan.syncedPuts()];
    }

    TrialResult run() throws IOException {
        double loadAverage = Machine.loadAverage();
        Files.createDirectories(directory);
        Map<String, String> options;
        long settleNanos;
        try (Store store = open()) {
            options = store.options();
            insert(store, LOAD, plan.records(), false);
            long start = System.nanoTime();
            store.settle();
            settleNanos = System.nanoTime() - start;
            pointReads(store, plan.warmup(), false);
            pointReads(store, plan.reads(), true);
            latestTen(store, plan.warmup(), false);
            latestTen(store, plan.reads(), true);
            insert(store, PUT, plan.puts(), false);
            update(store, plan.puts());
            insert(store, SYNCED_PUT, plan.syncedPuts(), true);
            store.settle();
        }
        long diskBytes = Directories.size(directory);
        long peakResidentBytes = Machine.peakResidentBytes();
        try (Store store = open()) {
            verifyEverything(store);
        }
        return new TrialResult(
                plan.engine(),
                plan.engine().version(),
                plan.round(),
                plan.position(),
                options,
                workloads,
                settleNanos,
                diskBytes,
                peakResidentBytes,
                verified,
                loadAverage);
    }

    private Store open() {
        return plan.engine().open(directory, plan.cacheBytes());
    }

    private void insert(Store store, String workload, int count, boolean synced) {
        Timings timings = new Timings();
        Progress progress = progress(workload, count);
        for (int i = 0; i < count; i++) {
            Memory memory = model.memory(population, 0);
            put(store, memory, synced, timings);
            population++;
            progress.step();
        }
        workloads.add(timings.result(workload, store.guarantee(synced)));
    }

    private void update(Store store, int count) {
        Timings timings = new Timings();
        Progress progress = progress(UPDATE, count);
        for (int i = 0; i < count; i++) {
            int id = random.nextInt(population);
            put(store, model.memory(id, ++revisions[id]), false, timings);
            progress.step();
        }
        workloads.add(timings.result(UPDATE, store.guarantee(false)));
    }

    private void put(Store store, Memory memory, boolean synced, Timings timings) {
        long start = System.nanoTime();
        store.put(codec.key(memory.agent(), memory.created()), codec.encode(memory), synced);
        timings.record(System.nanoTime() - start);
    }

    private void pointReads(Store store, int count, boolean timed) {
        Timings timings = new Timings();
        Progress progress = progress(timed ? POINT_READ : "warm-up of " + POINT_READ, count);
        for (int i = 0; i < count; i++) {
            int id = random.nextInt(population);
            int agent = MemoryModel.agent(id);
            long created = MemoryModel.created(id);
            long start = System.nanoTime();
            Memory found = store.get(codec.key(agent, created), codec);
            timings.record(System.nanoTime() - start);
            verify(found, id);
            progress.step();
        }
        if (timed) {
            workloads.add(timings.result(POINT_READ, ""));
        }
    }

    private void latestTen(Store store, int count, boolean timed) {
        Timings timings = new Timings();
        Progress progress = progress(timed ? LATEST_TEN : "warm-up of " + LATEST_TEN, count);
        for (int i = 0; i < count; i++) {
            int agent = random.nextInt(MemoryModel.AGENTS);
            long start = System.nanoTime();
            List<Memory> found = store.first(codec.prefix(agent), LATEST, codec);
            timings.record(System.nanoTime() - start);
            List<Long> expected = MemoryModel.latest(agent, LATEST, population);
            if (found.size() != expected.size()) {
                throw new VerificationException(
                        "agent " + agent + ": " + found.size() + " memories where " + expected.size() + " are due");
            }
            for (int at = 0; at < found.size(); at++) {
                verify(found.get(at), Math.toIntExact(expected.get(at)));
            }
            progress.step();
        }
        if (timed) {
            workloads.add(timings.result(LATEST_TEN, ""));
        }
    }

    /** Every entry, in key order: agents ascending, each agent's memories newest first. */
    private void verifyEverything(Store store) {
        Progress progress = progress("verify", population);
        var due = new Object() {
            int agent = -1;
            long id = -1;
            long seen;
        };
        store.scan((key, value) -> {
            while (due.id < 0 && due.agent < MemoryModel.AGENTS - 1) {
                due.agent++;
                due.id = MemoryModel.latest(due.agent, 1, population).stream()
                        .findFirst()
                        .orElse(-1L);
            }
            if (due.id < 0) {
                throw new VerificationException("an entry after the last one due");
            }
            if (!Arrays.equals(key, codec.key(due.agent, MemoryModel.created(due.id)))) {
                throw new VerificationException("memory " + due.id + " is not where it is due");
            }
            verify(codec.decode(value, 0, value.length), (int) due.id);
            due.id -= MemoryModel.AGENTS;
            due.seen++;
            progress.step();
        });
        if (due.seen != population) {
            throw new VerificationException(due.seen + " entries where " + population + " are due");
        }
    }

    private void verify(@Nullable Memory found, int id) {
        if (!model.memory(id, revisions[id]).equals(found)) {
            throw new VerificationException(
                    found == null ? "memory " + id + " is absent" : "memory " + id + " differs from what was written");
        }
        verified++;
    }

    private Progress progress(String workload, int count) {
        return new Progress(plan.engine().title() + ", round " + plan.round() + ", " + workload, count);
    }
}
