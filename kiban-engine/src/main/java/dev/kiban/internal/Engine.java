package dev.kiban.internal;

import dev.kiban.CorruptionException;
import dev.kiban.Durability;
import dev.kiban.KeyRange;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import dev.kiban.StorageException;
import dev.kiban.event.TableSet;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Lookup;
import dev.kiban.internal.codec.OperationCodec;
import dev.kiban.internal.commit.Operations;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.read.RangeCursor;
import dev.kiban.internal.version.Pins;
import dev.kiban.internal.version.SnapshotPoint;
import dev.kiban.internal.version.View;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.trace.LiveTrace;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An open store behind the public face: takes calls in, hands them to the stations, and closes them down in order.
 *
 * <p>A call is inside from {@link #enter()} to {@link #exit}, or as long as it pins a view; closing waits for both. Thread safe.
 */
public final class Engine {

    private final Stations at;
    private final Keyspaces keyspaces;
    private final CallGate gate;
    private final AtomicInteger cursorPins = new AtomicInteger();
    private final Object closing = new Object();
    private boolean closed;

    private Engine(Stations stations) {
        this.at = stations;
        this.gate = new CallGate("the store " + stations.path);
        this.keyspaces = new Keyspaces(this, stations.catalog, stations.committer);
    }

    /** Opens the store of the directory, or makes one; see {@link dev.kiban.Kiban#open(Path, KibanOptions)}. */
    public static Engine open(
            FileSystem fs, Path directory, String defaultKeyspace, KibanOptions options, SharedResources shared) {
        return new Engine(Stations.start(fs, directory, defaultKeyspace, options, shared));
    }

    public KibanOptions options() {
        return at.options;
    }

    public Path path() {
        return at.path;
    }

    public boolean isClosed() {
        return gate.isClosed();
    }

    /** The keyspace of that name, made when there is none. */
    public KeyspaceState keyspace(String name) {
        int call = enter();
        try {
            return keyspaces.getOrCreate(name);
        } finally {
            exit(call);
        }
    }

    public List<String> keyspaceNames() {
        int call = enter();
        try {
            return keyspaces.names();
        } finally {
            exit(call);
        }
    }

    public boolean dropKeyspace(String name) {
        int call = enter();
        try {
            return keyspaces.drop(name);
        } finally {
            exit(call);
        }
    }

    public void put(KeyspaceState keyspace, byte[] key, byte[] value, Durability durability) {
        ByteWriter operation = new ByteWriter(key.length + value.length + OperationCodec.MAX_OVERHEAD);
        OperationCodec.put(operation, keyspace.id(), key, value);
        write(keyspace, operation, key.length + value.length, durability);
        at.stats.puts.increment();
    }

    public void delete(KeyspaceState keyspace, byte[] key, Durability durability) {
        ByteWriter operation = new ByteWriter(key.length + OperationCodec.MAX_OVERHEAD);
        OperationCodec.delete(operation, keyspace.id(), key);
        write(keyspace, operation, key.length, durability);
        at.stats.deletes.increment();
    }

    private void write(KeyspaceState keyspace, ByteWriter operation, long bytes, Durability durability) {
        int call = enter();
        try {
            keyspace.requireLive();
            long from = at.fs.nanoTime();
            at.committer.commit(operation.array(), operation.size(), 1, durability);
            at.stats.writeLatency.record(at.fs.nanoTime() - from);
            at.stats.bytesWritten.add(bytes);
        } finally {
            exit(call);
        }
    }

    /** Applies a batch whole. */
    public void writeBatch(Operations operations, Durability durability) {
        int call = enter();
        try {
            for (KeyspaceState keyspace : operations.keyspaces()) {
                if (!keyspace.isOf(this)) {
                    throw new IllegalArgumentException(
                            "the keyspace " + keyspace.name() + " of the batch belongs to another store");
                }
                keyspace.requireLive();
            }
            if (operations.count() == 0) {
                if (durability == Durability.SYNC) {
                    at.committer.sync();
                }
                return;
            }
            long from = at.fs.nanoTime();
            at.committer.commit(operations, durability);
            at.stats.writeLatency.record(at.fs.nanoTime() - from);
            at.stats.batches.increment();
            at.stats.bytesWritten.add(operations.dataBytes());
        } finally {
            exit(call);
        }
    }

    /**
     * A point read.
     *
     * @param snapshot the moment to read at, or null for now
     */
    public byte @Nullable [] get(KeyspaceState keyspace, byte[] key, @Nullable SnapshotPoint snapshot) {
        int stripe = Pins.stripe();
        View view = at.catalog.views().acquire(stripe);
        try {
            gate.requireOpen();
            keyspace.requireLive();
            if (snapshot != null) {
                at.snapshots.require(snapshot);
            }
            // After the pin: whatever becomes visible later is in this view's memtables, or concurrent with this call.
            long sequence = snapshot == null ? at.committer.visibleSequence() : snapshot.sequence();
            Lookup lookup = new Lookup(key, sequence);
            if (at.samples(lookup)) {
                long from = at.fs.nanoTime();
                at.pointRead.read(view, keyspace.id(), lookup);
                at.stats.getLatency.record(at.fs.nanoTime() - from);
            } else {
                at.pointRead.read(view, keyspace.id(), lookup);
            }
            byte[] value = lookup.value();
            if (value != null) {
                at.stats.bytesRead.add(key.length + value.length);
            }
            return value;
        } catch (IOException e) {
            throw at.status.readFailed(e);
        } catch (CorruptionException e) {
            throw at.status.damaged(e);
        } finally {
            at.catalog.views().release(view, stripe);
        }
    }

    /**
     * Opens a cursor.
     *
     * @param snapshot the moment to read at, or null for now
     */
    public RangeCursor scan(KeyspaceState keyspace, KeyRange range, @Nullable SnapshotPoint snapshot) {
        int call = enter();
        try {
            keyspace.requireLive();
            SnapshotPoint point = snapshot == null
                    ? at.snapshots.openCursor(at.committer::visibleSequence)
                    : at.snapshots.openCursor(snapshot);
            at.stats.scans.increment();
            return new RangeCursor(
                    new CursorViews(this, keyspace, point),
                    range,
                    point.sequence(),
                    at.status::readFailed,
                    at.fs::nanoTime);
        } finally {
            exit(call);
        }
    }

    public SnapshotPoint snapshot() {
        int call = enter();
        try {
            return at.snapshots.openSnapshot(at.committer::visibleSequence);
        } finally {
            exit(call);
        }
    }

    public void sync() {
        int call = enter();
        try {
            at.committer.sync();
        } finally {
            exit(call);
        }
    }

    /** Writes memtables to tables, and returns when that is durable. */
    public void flush() {
        int call = enter();
        try {
            flushAll();
        } finally {
            exit(call);
        }
    }

    private void flushAll() {
        long failuresBefore = at.flusher.failures();
        at.committer.runExclusively(() -> {
            if (!at.committer.activeMemtables().isEmpty()) {
                at.rotate("request");
            }
        });
        List<MemtableSet> sealed = at.catalog.current().sealed();
        if (!sealed.isEmpty()) {
            at.flusher.schedule();
            at.flusher.await(sealed.get(0), failuresBefore);
        }
    }

    /** Flushes, then merges every keyspace down to one level. */
    public void compact() {
        int call = enter();
        try {
            flushAll();
            for (KeyspaceState keyspace : keyspaces.all()) {
                at.compactor.compactFully(keyspace.id());
            }
        } catch (IOException e) {
            throw at.status.ioFailed(e);
        } finally {
            exit(call);
        }
    }

    public KibanMetrics metrics() {
        int call = enter();
        try {
            return at.picture.take();
        } finally {
            exit(call);
        }
    }

    public TableSet tables() {
        int call = enter();
        try {
            return at.catalog.tableSet();
        } finally {
            exit(call);
        }
    }

    public void addListener(KibanListener listener) {
        at.events.add(listener);
    }

    public void removeListener(KibanListener listener) {
        at.events.remove(listener);
    }

    public TraceSession startTrace(TraceOptions options) {
        int call = enter();
        try {
            return at.traces.start(options);
        } finally {
            exit(call);
        }
    }

    public LiveTrace liveTrace() {
        int call = enter();
        try {
            return at.traces.live();
        } finally {
            exit(call);
        }
    }

    /** Lets a call in; what it returns goes to {@link #exit}. */
    int enter() {
        return gate.enter();
    }

    void exit(int call) {
        gate.exit(call);
    }

    View currentView() {
        return at.catalog.current();
    }

    View pinForCursor(int stripe) {
        cursorPins.incrementAndGet();
        return at.catalog.views().acquire(stripe);
    }

    /** Counts what a cursor gave out. */
    void cursorRead(long bytes) {
        at.stats.bytesRead.add(bytes);
    }

    void cursorMetDamage(CorruptionException damage) {
        at.status.damaged(damage);
    }

    void unpinForCursor(View view, int stripe) {
        at.catalog.views().release(view, stripe);
        cursorPins.decrementAndGet();
    }

    /** See {@link dev.kiban.Kiban#close()}. */
    public void close() {
        synchronized (closing) {
            if (closed) {
                return;
            }
            gate.close();
            at.status.closing();
            at.wakeWaiting();
            long patience = at.options.closeTimeout().toNanos();
            if (!gate.awaitEmpty(at.fs, patience) || !awaitGets(patience)) {
                throw new StorageException("the store " + at.path
                        + " takes no more calls, but some are still in flight after " + at.options.closeTimeout()
                        + ". Nothing was unmapped or unlocked; end them and call close again");
            }
            closed = true;
            at.stop();
        }
    }

    /** Whether everything has been stopped, so that the resources may go. */
    public boolean isStopped() {
        synchronized (closing) {
            return closed;
        }
    }

    /** Point reads only pin a view; cursors that stay open between calls pin one too, and are not waited for. */
    private boolean awaitGets(long nanos) {
        return gate.await(at.fs, nanos, () -> at.catalog.views().pins() == cursorPins.get());
    }
}
