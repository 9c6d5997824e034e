package dev.kiban.internal.compaction;

import dev.kiban.CorruptionException;
import dev.kiban.DiskFullException;
import dev.kiban.event.CompactionBegin;
import dev.kiban.event.CompactionEnd;
import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Catalog;
import dev.kiban.internal.version.Pins;
import dev.kiban.internal.version.Version;
import dev.kiban.internal.version.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs compactions: those that the picker wants, on the shared threads, and those that a user asked for, on the user's.
 *
 * <p>A failed job changes nothing. Its tables rest for a pause that doubles with each failure, while other jobs go on; tables that
 * turned out to be damaged rest until the store is reopened. Thread safe.
 */
public final class Compactor {

    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

    /** A plan whose job failed: it keeps its tables until the time, as a running one would. */
    private record Resting(CompactionPlan plan, long untilNanos) {}

    private final FileSystem fs;
    private final StoreStatus status;
    private final EngineStats stats;
    private final Catalog catalog;
    private final TableFiles files;
    private final LevelShape shape;
    private final CompactionPicker picker;
    private final Supplier<long[]> liveSequences;
    private final AtomicLong jobs;
    private final Executor executor;
    private final int threads;
    private final ScheduledExecutorService timer;
    private final Runnable compacted;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<CompactionPlan> running = new ArrayList<>();
    private final List<Resting> resting = new ArrayList<>();
    private final Set<Integer> manual = new HashSet<>();
    private int workers;
    private volatile boolean closed;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /**
     * @param liveSequences sequences that somebody may read at, ascending
     * @param jobs numbers jobs
     * @param threads how many compactions may run at a time
     * @param compacted called after each compaction
     */
    public Compactor(
            FileSystem fs,
            StoreStatus status,
            EngineStats stats,
            Catalog catalog,
            TableFiles files,
            LevelShape shape,
            Supplier<long[]> liveSequences,
            AtomicLong jobs,
            Executor executor,
            int threads,
            ScheduledExecutorService timer,
            Runnable compacted) {
        this.fs = fs;
        this.status = status;
        this.stats = stats;
        this.catalog = catalog;
        this.files = files;
        this.shape = shape;
        this.picker = new CompactionPicker(shape);
        this.liveSequences = liveSequences;
        this.jobs = jobs;
        this.executor = executor;
        this.threads = threads;
        this.timer = timer;
        this.compacted = compacted;
    }

    /** Compactions that run now. */
    public int running() {
        lock.lock();
        try {
            return running.size();
        } finally {
            lock.unlock();
        }
    }

    /** Sees to it that wanted compactions run soon. */
    public void schedule() {
        lock.lock();
        try {
            if (!closed && status.isWritable() && workers < threads && pick() != null) {
                workers++;
                executor.execute(this::work);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Merges a keyspace down to one last level, on the caller's thread. */
    public void compactFully(int keyspace) throws IOException {
        FullCompaction full;
        lock.lock();
        try {
            while (!manual.add(keyspace)) {
                status.requireRunning();
                changed.awaitUninterruptibly();
            }
            full = new FullCompaction(keyspace, shape, catalog.current().version(keyspace), catalog.newFileNumber());
        } finally {
            lock.unlock();
        }
        try {
            for (CompactionPlan plan = next(full, keyspace); plan != null; plan = next(full, keyspace)) {
                run(plan);
            }
        } catch (CancellationException e) {
            status.requireRunning(); // the store closes; otherwise the keyspace was dropped, and nothing is left to do
        } finally {
            lock.lock();
            try {
                manual.remove(keyspace);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            schedule();
        }
    }

    private @Nullable CompactionPlan next(FullCompaction full, int keyspace) {
        lock.lock();
        try {
            while (true) {
                status.requireRunning();
                // Tables that rest after a failure are tried again: the user asked, and is told how it ends.
                Optional<CompactionPlan> plan =
                        full.next(catalog.current().version(keyspace), running, catalog.newFileNumber());
                if (plan.isPresent()) {
                    running.add(plan.get());
                    return plan.get();
                }
                if (full.isDone() || running.isEmpty()) {
                    return null;
                }
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the waiting of others, since the store failed or closes. */
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Starts nothing more, cancels what runs and waits for its end. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            while (workers > 0 || !running.isEmpty()) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        while (true) {
            CompactionPlan plan;
            lock.lock();
            try {
                plan = closed || !status.isWritable() ? null : pick();
                if (plan == null) {
                    workers--;
                    changed.signalAll();
                    return;
                }
                running.add(plan);
            } finally {
                lock.unlock();
            }
            schedule(); // another thread may have work beside this plan
            try {
                run(plan);
            } catch (IOException | RuntimeException | Error e) {
                // run() told of it, and the plan's tables rest: go on with others.
                continue;
            }
        }
    }

    /** The plan of the keyspace that needs it most, or null. Under the lock. */
    private @Nullable CompactionPlan pick() {
        KeyspaceMap<Version> versions = catalog.current().versions();
        List<CompactionPlan> busy = busy();
        long oldestLive = liveSequences.get()[0];
        List<Integer> keyspaces = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            if (!versions.valueAt(i).isEmpty() && !manual.contains(versions.idAt(i))) {
                keyspaces.add(versions.idAt(i));
            }
        }
        if (keyspaces.size() > 1) {
            keyspaces.sort(Comparator.comparingDouble(id -> -score(versions.get(id))));
        }
        for (int keyspace : keyspaces) {
            Version tree = versions.get(keyspace);
            Optional<CompactionPlan> plan =
                    tree == null ? Optional.empty() : picker.pick(keyspace, tree, busy, oldestLive);
            if (plan.isPresent()) {
                return plan.get();
            }
        }
        return null;
    }

    private double score(@Nullable Version tree) {
        double highest = 0;
        for (LevelScore level : CompactionDebt.scores(tree == null ? Version.empty() : tree, shape)) {
            highest = Math.max(highest, level.score());
        }
        return highest;
    }

    private List<CompactionPlan> busy() {
        long now = fs.nanoTime();
        resting.removeIf(failed -> failed.untilNanos() != Long.MAX_VALUE && failed.untilNanos() - now <= 0);
        List<CompactionPlan> busy = new ArrayList<>(running);
        resting.forEach(failed -> busy.add(failed.plan()));
        return busy;
    }

    private void run(CompactionPlan plan) throws IOException {
        String keyspace = catalog.keyspaces().getOrDefault(plan.keyspace(), "dropped");
        long job = jobs.incrementAndGet();
        long began = fs.nanoTime();
        status.publish(new CompactionBegin(
                fs.currentTimeMillis(),
                job,
                keyspace,
                plan.fromLevel(),
                plan.toLevel(),
                plan.inputs().size(),
                plan.inputBytes(),
                plan.reason()));
        JobResult result = null;
        int stripe = Pins.stripe();
        View view = catalog.views().acquire(stripe); // keeps the inputs open, should the keyspace be dropped meanwhile
        try {
            requireInputs(plan, view.version(plan.keyspace()));
            result = plan.trivialMove() ? move(plan) : merge(plan);
            count(plan, result, fs.nanoTime() - began);
        } catch (CancellationException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            failed(plan, e);
            throw e;
        } finally {
            catalog.views().release(view, stripe);
            lock.lock();
            try {
                running.remove(plan);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            status.publish(new CompactionEnd(
                    fs.currentTimeMillis(),
                    job,
                    keyspace,
                    plan.fromLevel(),
                    plan.toLevel(),
                    result == null ? 0 : result.bytesRead(),
                    result == null ? 0 : result.bytesWritten(),
                    result == null ? 0 : result.dropped(),
                    fs.nanoTime() - began,
                    plan.reason(),
                    result != null));
            if (result != null) {
                compacted.run();
            }
        }
    }

    private JobResult move(CompactionPlan plan) {
        catalog.installCompaction(plan.keyspace(), inputs(plan), placed(plan.toLevel(), plan.upper()));
        return new JobResult(List.of(), 0, 0, 0, 0);
    }

    private JobResult merge(CompactionPlan plan) throws IOException {
        CompactionJob job = new CompactionJob(
                plan,
                shape,
                files::readOnce,
                files.outputs(plan.keyspace(), plan.toLevel()),
                catalog::newFileNumber,
                liveSequences.get(),
                () -> closed || status.isClosing());
        JobResult result = job.run();
        List<Version.Placed> outputs = placed(
                plan.toLevel(), result.outputs().stream().map(files::handle).toList());
        try {
            catalog.installCompaction(plan.keyspace(), inputs(plan), outputs);
        } catch (DiskFullException e) {
            // The MANIFEST does not name them; after any other failure it might.
            OutputDirectory directory = files.outputs(plan.keyspace(), plan.toLevel());
            result.outputs().forEach(meta -> directory.delete(meta.number()));
            throw e;
        }
        return result;
    }

    private static List<Version.Placed> inputs(CompactionPlan plan) {
        List<Version.Placed> inputs = placed(plan.fromLevel(), plan.upper());
        inputs.addAll(placed(plan.toLevel(), plan.lower()));
        return inputs;
    }

    private static List<Version.Placed> placed(int level, List<Table> tables) {
        List<Version.Placed> placed = new ArrayList<>();
        tables.forEach(table -> placed.add(new Version.Placed(level, table)));
        return placed;
    }

    /** The inputs may be gone, and their files with them, when the keyspace was dropped before the view was pinned. */
    private static void requireInputs(CompactionPlan plan, Version version) {
        if (!version.tables(plan.fromLevel()).containsAll(plan.upper())) {
            throw new CancellationException("the keyspace was dropped");
        }
    }

    private void count(CompactionPlan plan, JobResult result, long nanos) {
        stats.compactionsCompleted.increment();
        stats.compactionNanos.add(nanos);
        if (plan.trivialMove()) {
            stats.compactionMoves.increment();
            return;
        }
        stats.compactionBytesRead.add(result.bytesRead());
        stats.compactionBytesWritten.add(result.bytesWritten());
        stats.compactionDropped.add(result.dropped());
        stats.levelBytesRead[plan.fromLevel()].add(CompactionPlan.bytes(plan.upper()));
        stats.levelBytesRead[plan.toLevel()].add(CompactionPlan.bytes(plan.lower()));
        stats.levelBytesWritten[plan.toLevel()].add(result.bytesWritten());
        lock.lock();
        try {
            pauseNanos = FIRST_PAUSE_NANOS;
        } finally {
            lock.unlock();
        }
    }

    private void failed(CompactionPlan plan, Throwable failure) {
        if (closed || !status.isWritable()) {
            return;
        }
        stats.compactionFailures.increment();
        status.report("compaction", failure);
        lock.lock();
        try {
            if (failure instanceof CorruptionException) {
                resting.add(new Resting(plan, Long.MAX_VALUE));
                return;
            }
            long pause = pauseNanos;
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
            resting.add(new Resting(plan, fs.nanoTime() + pause));
            timer.schedule(this::schedule, pause + 1_000_000, TimeUnit.NANOSECONDS);
        } finally {
            lock.unlock();
        }
    }
}
