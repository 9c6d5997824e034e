package dev.kiban.internal.compaction;

import dev.kiban.DiskFullException;
import dev.kiban.KibanException;
import dev.kiban.StorageException;
import dev.kiban.event.FlushBegin;
import dev.kiban.event.FlushEnd;
import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.commit.WalSyncer;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.Memtable;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Catalog;
import dev.kiban.internal.version.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns sealed memtables into L0 tables, oldest first, one set at a time. A failed flush keeps the memtables and is tried again after a
 * pause that doubles up to some seconds. Thread safe.
 */
public final class Flusher {

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final FileSystem fs;
    private final StoreStatus status;
    private final EngineStats stats;
    private final Catalog catalog;
    private final WalSyncer syncer;
    private final TableFiles files;
    private final Supplier<long[]> liveSequences;
    private final AtomicLong jobs;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    private final Runnable flushed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean running;
    private boolean closed;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private @Nullable Throwable lastFailure;
    private long failures;

    /**
     * @param liveSequences sequences that somebody may read at
     * @param jobs numbers jobs
     * @param flushed called after each flush
     */
    public Flusher(
            FileSystem fs,
            StoreStatus status,
            EngineStats stats,
            Catalog catalog,
            WalSyncer syncer,
            TableFiles files,
            Supplier<long[]> liveSequences,
            AtomicLong jobs,
            Executor executor,
            ScheduledExecutorService timer,
            Runnable flushed) {
        this.fs = fs;
        this.status = status;
        this.stats = stats;
        this.catalog = catalog;
        this.syncer = syncer;
        this.files = files;
        this.liveSequences = liveSequences;
        this.jobs = jobs;
        this.executor = executor;
        this.timer = timer;
        this.flushed = flushed;
    }

    /** Sees to it that sealed memtables are flushed soon. */
    public void schedule() {
        lock.lock();
        try {
            if (!running
                    && !closed
                    && status.isWritable()
                    && !catalog.current().sealed().isEmpty()) {
                running = true;
                executor.execute(this::run);
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many flushes failed so far: for {@link #await}. */
    public long failures() {
        lock.lock();
        try {
            return failures;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the set is in tables. An interrupt is kept and ends nothing.
     *
     * @param before {@link #failures()} before the set was sealed: later ones are told
     * @throws DiskFullException when a flush met a full disk meanwhile; it will be tried again
     * @throws StorageException when it failed otherwise
     */
    public void await(MemtableSet set, long before) {
        lock.lock();
        try {
            while (catalog.current().sealed().contains(set)) {
                status.requireRunning();
                Throwable failure = lastFailure;
                if (failures > before && failure != null) {
                    throw told(failure);
                }
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The failure of a flush as those are told who wait for it. */
    private KibanException told(Throwable failure) {
        if (failure instanceof IOException e) {
            return status.ioFailed(e);
        }
        String message = "the flush failed and will be tried again: " + failure.getMessage();
        return failure instanceof DiskFullException
                ? new DiskFullException(message, failure)
                : new StorageException(message, failure);
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

    /** Starts no more flushes and waits for the running one, which is cancelled. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            while (running) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        long retryAfter = 0;
        try {
            for (MemtableSet set = oldestSealed(); set != null; set = oldestSealed()) {
                flush(set);
                succeeded();
                flushed.run();
            }
        } catch (CancellationException e) {
            // The store closes; its logs hold what was not flushed.
        } catch (IOException | RuntimeException | Error e) {
            retryAfter = failed(e);
        } finally {
            ended(retryAfter);
        }
    }

    private @Nullable MemtableSet oldestSealed() {
        List<MemtableSet> sealed = catalog.current().sealed();
        return sealed.isEmpty() || isClosed() || !status.isWritable() ? null : sealed.get(sealed.size() - 1);
    }

    private void succeeded() {
        lock.lock();
        try {
            pauseMillis = FIRST_PAUSE_MILLIS;
            lastFailure = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private long failed(Throwable failure) {
        if (!status.isWritable() || isClosed()) {
            return 0;
        }
        stats.flushFailures.increment();
        status.report("flush", failure);
        lock.lock();
        try {
            lastFailure = failure;
            failures++;
            long pause = pauseMillis;
            pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
            return pause;
        } finally {
            lock.unlock();
        }
    }

    private void ended(long retryAfterMillis) {
        lock.lock();
        try {
            running = false;
            changed.signalAll();
            if (closed) {
                return;
            }
            if (retryAfterMillis > 0) {
                timer.schedule(this::schedule, retryAfterMillis, TimeUnit.MILLISECONDS);
            }
        } finally {
            lock.unlock();
        }
        if (retryAfterMillis == 0) {
            schedule(); // one may have been sealed since the last look
        }
    }

    private void flush(MemtableSet set) throws IOException {
        long job = jobs.incrementAndGet();
        long began = fs.nanoTime();
        status.publish(new FlushBegin(fs.currentTimeMillis(), job, set.sealReason(), set.memoryBytes()));
        List<TableMeta> tables = List.of();
        boolean success = false;
        long bytes = 0;
        try {
            syncer.syncThrough(set.lastSequence());
            tables = write(set, catalog.current(), catalog::newFileNumber, liveSequences.get());
            bytes = catalog.installFlush(set, tables);
            success = true;
        } catch (DiskFullException e) {
            // The MANIFEST does not name them; after any other failure it might.
            tables.forEach(meta -> files.outputs(meta.keyspace(), 0).delete(meta.number()));
            throw e;
        } finally {
            long nanos = fs.nanoTime() - began;
            if (success) {
                stats.flushesCompleted.increment();
                stats.flushBytesWritten.add(bytes);
                stats.flushNanos.add(nanos);
                stats.levelBytesWritten[0].add(bytes);
            }
            status.publish(
                    new FlushEnd(fs.currentTimeMillis(), job, set.sealReason(), tables.size(), bytes, nanos, success));
        }
    }

    /** Writes the set to tables that no version knows yet. */
    private List<TableMeta> write(MemtableSet set, View view, LongSupplier numbers, long[] live) throws IOException {
        List<TableMeta> written = new ArrayList<>();
        KeyspaceMap<Memtable> memtables = set.all();
        for (int i = 0; i < memtables.size(); i++) {
            int keyspace = memtables.idAt(i);
            if (view.versions().get(keyspace) != null) {
                boolean tablesBelow = !view.version(keyspace).isEmpty();
                written.addAll(
                        write(files, keyspace, memtables.valueAt(i), tablesBelow, numbers, live, this::isClosed));
            }
        }
        return written;
    }

    /** Writes one memtable to tables of L0, durably. Also used by recovery. */
    public static List<TableMeta> write(
            TableFiles files,
            int keyspace,
            Memtable memtable,
            boolean tablesBelow,
            LongSupplier numbers,
            long[] live,
            BooleanSupplier cancelled)
            throws IOException {
        List<EntryIterator> source = List.of(memtable.iterator());
        return new FlushJob(
                        source,
                        memtable.dataBytes(),
                        memtable.entries(),
                        tablesBelow,
                        files.outputs(keyspace, 0),
                        numbers,
                        live,
                        cancelled)
                .run()
                .outputs();
    }
}
