package dev.kiban.internal;

import dev.kiban.DiskFullException;
import dev.kiban.KibanException;
import dev.kiban.KibanOptions;
import dev.kiban.StorageException;
import dev.kiban.StoreLockedException;
import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.codec.Lookup;
import dev.kiban.internal.commit.Committer;
import dev.kiban.internal.commit.WalSyncer;
import dev.kiban.internal.commit.WriteThrottle;
import dev.kiban.internal.compaction.Compactor;
import dev.kiban.internal.compaction.Flusher;
import dev.kiban.internal.compaction.GovernorLimits;
import dev.kiban.internal.compaction.LevelShape;
import dev.kiban.internal.compaction.Pressure;
import dev.kiban.internal.compaction.TableFiles;
import dev.kiban.internal.fs.DirectoryLock;
import dev.kiban.internal.fs.DirectoryLockedException;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.memtable.Memtable;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.read.PointRead;
import dev.kiban.internal.recovery.Recovery;
import dev.kiban.internal.recovery.StoreLock;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.stats.EventBus;
import dev.kiban.internal.stats.StallClock;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.table.TableStats;
import dev.kiban.internal.version.Catalog;
import dev.kiban.internal.version.ManifestState;
import dev.kiban.internal.version.SnapshotList;
import dev.kiban.internal.wal.WalWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The stations of one open store, wired: started from what recovery found, stopped in the opposite order of the data's way. Immutable
 * after its construction; each station guards itself.
 */
final class Stations {

    /** One point read in this many is timed: a clock costs as much as a tenth of a read. */
    private static final int SAMPLED_READS = 32;

    final FileSystem fs;
    final Path path;
    final KibanOptions options;
    final EngineStats stats;
    final EventBus events;
    final StoreStatus status;
    final Catalog catalog;
    final Committer committer;
    final SnapshotList snapshots;
    final PointRead pointRead;
    final Flusher flusher;
    final Compactor compactor;
    final Picture picture;
    final Traces traces;

    private final SharedResources shared;
    private final DirectoryLock lock;
    private final UUID storeId;
    private final WalSyncer syncer;
    private final WriteThrottle throttle;
    private final Pressure pressure;
    private final LogFiles logs;
    private final Future<?> ticking;
    private final Object ticks = new Object();
    private boolean stopped;

    private Stations(
            FileSystem fs,
            Path path,
            KibanOptions options,
            SharedResources shared,
            DirectoryLock lock,
            EngineStats stats,
            EventBus events,
            StoreStatus status,
            TableStats tableStats,
            TableFiles files,
            Recovery.Recovered recovered,
            LogFiles logs,
            long openNanos) {
        this.fs = fs;
        this.path = path;
        this.options = options;
        this.shared = shared;
        this.lock = lock;
        this.stats = stats;
        this.events = events;
        this.status = status;
        this.storeId = recovered.state().storeId();
        this.pointRead = new PointRead(stats);
        this.snapshots = new SnapshotList(fs::nanoTime);
        this.logs = logs;
        this.catalog = new Catalog(
                fs,
                path,
                status,
                recovered.state(),
                recovered.manifest(),
                recovered.memtables(),
                files::handle,
                this::reclaimSoon);
        this.syncer = new WalSyncer(fs, status, stats, recovered.log(), recovered.lastSequence());
        StallClock stalls = new StallClock();
        this.throttle = new WriteThrottle(fs, status, stats, stalls, options.maxWriteWait(), options.memtableSize());
        this.committer = new Committer(
                fs,
                status,
                syncer,
                throttle,
                stats,
                () -> rotate("size"),
                recovered.log(),
                recovered.memtables(),
                recovered.lastSequence());
        AtomicLong jobs = new AtomicLong();
        LevelShape shape = LevelShape.of(options);
        this.pressure = new Pressure(fs, path, status, stats, catalog, throttle, shape, GovernorLimits.of(options));
        this.flusher = new Flusher(
                fs,
                status,
                stats,
                catalog,
                syncer,
                files,
                this::liveSequences,
                jobs,
                shared.flushes(),
                shared.timer(),
                this::treeChanged);
        this.compactor = new Compactor(
                fs,
                status,
                stats,
                catalog,
                files,
                shape,
                this::liveSequences,
                jobs,
                shared.compactions(),
                shared.compactionThreads(),
                shared.timer(),
                this::treeChanged);
        this.picture = new Picture(
                fs,
                options,
                status,
                stats,
                tableStats,
                catalog,
                committer,
                syncer,
                throttle,
                stalls,
                pressure,
                compactor,
                snapshots,
                logs,
                shared.cache(),
                shape,
                recovered,
                openNanos);
        this.traces = new Traces(fs, options, status, stats, events, catalog, picture, shared.timer());
        this.ticking = shared.timer().scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    static Stations start(
            FileSystem fs, Path directory, String defaultKeyspace, KibanOptions options, SharedResources shared) {
        Path path = directory.toAbsolutePath().normalize();
        long from = fs.nanoTime();
        DirectoryLock lock = null;
        shared.join();
        try {
            fs.createDirectories(path);
            lock = StoreLock.acquire(fs, path, options.lockTimeout());
            return start(fs, path, defaultKeyspace, options, shared, lock, from);
        } catch (IOException e) {
            giveUp(shared, lock, e);
            throw cannotOpen(path, e);
        } catch (RuntimeException | Error e) {
            giveUp(shared, lock, e);
            throw e;
        }
    }

    private static Stations start(
            FileSystem fs,
            Path path,
            String defaultKeyspace,
            KibanOptions options,
            SharedResources shared,
            DirectoryLock lock,
            long from)
            throws IOException {
        EngineStats stats = new EngineStats();
        EventBus events = new EventBus(
                shared.events(), fs::nanoTime, failure -> stats.error("bug", "a listener failed: " + failure));
        options.listeners().forEach(events::add);
        StoreStatus status = new StoreStatus(fs, path, stats, events);
        TableStats tableStats = new TableStats();
        Recovery recovery = new Recovery(
                fs,
                path,
                defaultKeyspace,
                options.memtableSize(),
                (state, set, numbers) ->
                        flush(tables(fs, path, state.storeId(), options, shared, tableStats), state, set, numbers));
        Recovery.Recovered recovered = recovery.run();
        TableFiles files = tables(fs, path, recovered.state().storeId(), options, shared, tableStats);
        LogFiles logs = LogFiles.of(fs, path, recovered.state().logs(), recovered.log());
        Stations stations = new Stations(
                fs,
                path,
                options,
                shared,
                lock,
                stats,
                events,
                status,
                tableStats,
                files,
                recovered,
                logs,
                fs.nanoTime() - from);
        stations.pressure.measure();
        stations.compactor.schedule();
        return stations;
    }

    private static TableFiles tables(
            FileSystem fs, Path path, UUID storeId, KibanOptions options, SharedResources shared, TableStats stats) {
        return new TableFiles(fs, path, storeId, options, shared.cache(), stats);
    }

    /** During recovery nobody reads yet: only the newest version of a key is kept, and tombstones while there are tables. */
    private static List<TableMeta> flush(TableFiles files, ManifestState state, MemtableSet set, LongSupplier numbers)
            throws IOException {
        List<TableMeta> written = new ArrayList<>();
        KeyspaceMap<Memtable> memtables = set.all();
        long[] live = {set.lastSequence()};
        for (int i = 0; i < memtables.size(); i++) {
            written.addAll(Flusher.write(
                    files,
                    memtables.idAt(i),
                    memtables.valueAt(i),
                    state.tableCount() > 0,
                    numbers,
                    live,
                    () -> false));
        }
        return written;
    }

    private static void giveUp(SharedResources shared, @Nullable DirectoryLock lock, Throwable reason) {
        shared.leave();
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private static KibanException cannotOpen(Path path, IOException cause) {
        if (cause instanceof DirectoryLockedException) {
            return new StoreLockedException(
                    "the store " + path + " is open elsewhere: " + cause.getMessage()
                            + ". Close it there, use another directory, or set lockTimeout to wait for it",
                    cause);
        }
        if (cause instanceof NoSpaceException) {
            return new DiskFullException(
                    "the volume of " + path + " is full; free space and open the store again", cause);
        }
        return new StorageException(
                "the store " + path + " cannot be opened: " + cause
                        + ". Check that the directory can be read and written",
                cause);
    }

    /** Whether this read is timed: a cheap, even choice that every thread makes alone. */
    boolean samples(Lookup lookup) {
        return (lookup.hash ^ lookup.sequence) % SAMPLED_READS == 0;
    }

    private long[] liveSequences() {
        return snapshots.liveSequences(committer::visibleSequence);
    }

    /** In the leader's place: seals the active memtables and goes on with a new log. */
    void rotate(String reason) throws IOException {
        status.requireWritable();
        committer.flushBuffered();
        long number = catalog.newFileNumber();
        WalWriter next =
                WalWriter.create(fs, path, number, storeId.getMostSignificantBits(), storeId.getLeastSignificantBits());
        MemtableSet memtables = new MemtableSet(number);
        committer.activeMemtables().sealFor(reason);
        try {
            catalog.rotate(next, memtables);
        } catch (RuntimeException e) {
            next.close();
            if (e instanceof DiskFullException) {
                fs.delete(next.file()); // after any other failure the MANIFEST might name it
            }
            throw e;
        }
        try {
            logs.rotated(next);
            syncer.rotate(next);
            committer.install(next, memtables);
        } catch (RuntimeException | Error e) {
            throw status.fail("wal", "readers and writers disagree on the active memtables: " + e, e);
        }
        pressure.update();
        flusher.schedule();
    }

    private void treeChanged() {
        pressure.update();
        compactor.schedule();
    }

    private void reclaimSoon() {
        shared.flushes().execute(catalog::reclaim);
    }

    /** Once a second: what has no other occasion. Whatever goes wrong, it runs again. */
    private void tick() {
        synchronized (ticks) {
            if (stopped) {
                return;
            }
            try {
                pressure.measure();
                if (committer.hasBuffered() && status.isWritable()) {
                    committer.tryRunExclusively(committer::flushBuffered);
                }
                flusher.schedule();
                compactor.schedule();
                if (!status.isWritable()) {
                    wakeWaiting();
                }
            } catch (RuntimeException | Error e) {
                status.report("files", e);
            }
        }
    }

    /** Ends the waiting of calls that wait for maintenance, since the store closes. */
    void wakeWaiting() {
        throttle.wake();
        flusher.wake();
        compactor.wake();
    }

    /** Stops everything and syncs every accepted write. The caller knows that no call is inside. */
    void stop() {
        ticking.cancel(false);
        synchronized (ticks) {
            stopped = true; // and a tick that was running has ended
        }
        RuntimeException failure = null;
        try {
            compactor.close();
            flusher.close();
            if (status.isWritable()) {
                committer.makeAllDurable();
            } else {
                status.requireDurable(syncer.durableSequence(), committer.visibleSequence());
            }
        } catch (RuntimeException e) {
            failure = e;
        }
        events.awaitDrained(fs.nanoTime() + TimeUnit.SECONDS.toNanos(1));
        try {
            traces.close();
        } catch (RuntimeException e) {
            failure = failure == null ? e : failure;
        }
        syncer.close();
        catalog.close();
        try {
            lock.close();
        } catch (IOException e) {
            failure = failure == null ? status.ioFailed(e) : failure;
        }
        shared.leave();
        if (failure != null) {
            throw failure;
        }
    }
}
