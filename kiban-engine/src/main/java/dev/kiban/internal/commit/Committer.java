package dev.kiban.internal.commit;

import dev.kiban.Durability;
import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.wal.WalWriter;
import dev.kiban.metrics.WriteState;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Group commit. Writers queue; the first leads: it appends the writes of its group to the log as one write, inserts them into the
 * memtables, publishes their sequence, hands the lead to the next writer and only then syncs, so that the next group is appended
 * while a sync runs.
 *
 * <p>Invariants: there is one leader at a time, and only it touches log, memtables and the last sequence. A sequence is visible
 * only after everything up to it is in log (or its buffer, under BUFFERED) and memtables. A failed append leaves no byte of the group
 * in the log: the log is rewound, or the store fails. The lone writer meets no hand-over: one compare-and-set makes it leader.
 *
 * <p>Thread safe, for platform and virtual threads. Waiting is not interruptible; the flag is kept.
 */
public final class Committer {

    /** Groups stop growing here, so that a lone small write never waits for megabytes of others. */
    private static final int MAX_GROUP_BYTES = 1 << 20;

    private static final byte[] NOTHING = new byte[0];

    private final AtomicReference<@Nullable PendingWrite> newest = new AtomicReference<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final FileSystem fs;
    private final StoreStatus status;
    private final WalSyncer syncer;
    private final WriteThrottle throttle;
    private final EngineStats stats;
    private final Rotation rotation;
    private final MemtableInserter inserter = new MemtableInserter();

    private WalWriter wal;
    private MemtableSet memtables;
    private long lastSequence;
    private volatile long visibleSequence;
    private volatile int bufferedBytes;

    /** Which writers of a group are meant, by whether they wait for a sync. */
    private enum SyncWanted {
        NO,
        YES,
        EITHER
    }

    /** Makes room: called by the leader when the active memtables are full. */
    @FunctionalInterface
    public interface Rotation {

        /** Opens a new log, seals the active memtables and calls {@link Committer#install}. */
        void rotate() throws IOException;
    }

    public Committer(
            FileSystem fs,
            StoreStatus status,
            WalSyncer syncer,
            WriteThrottle throttle,
            EngineStats stats,
            Rotation rotation,
            WalWriter wal,
            MemtableSet memtables,
            long lastSequence) {
        this.fs = fs;
        this.status = status;
        this.syncer = syncer;
        this.throttle = throttle;
        this.stats = stats;
        this.rotation = rotation;
        this.wal = wal;
        this.memtables = memtables;
        this.lastSequence = lastSequence;
        this.visibleSequence = lastSequence;
    }

    /** The newest write that readers may see. */
    public long visibleSequence() {
        return visibleSequence;
    }

    /** Writers that are in a commit now, the leader included. */
    public int writersInside() {
        return inside.get();
    }

    /** Applies a batch; returns when it is visible and as durable as asked. */
    public void commit(Operations operations, Durability durability) {
        commit(operations.encoded().array(), operations.encoded().size(), operations.count(), durability);
    }

    /** Applies encoded operations; returns when they are visible and as durable as asked. */
    public void commit(byte[] payload, int length, int count, Durability durability) {
        submit(PendingWrite.of(payload, length, count, durability));
    }

    /** Makes every accepted write durable. Waits in the queue only when there are buffered writes to hand on first. */
    public void sync() {
        long through = visibleSequence;
        if (syncer.appendedSequence() >= through) {
            syncer.syncThrough(through);
        } else {
            submit(PendingWrite.of(NOTHING, 0, 0, Durability.SYNC));
        }
    }

    /** Runs the task in a leader's place; what it throws is thrown to the caller. */
    public void runExclusively(ExclusiveTask task) {
        submit(PendingWrite.of(task));
    }

    /** Runs the task in a leader's place if nobody is in a commit now; false when somebody is. Never waits. */
    public boolean tryRunExclusively(ExclusiveTask task) {
        PendingWrite write = PendingWrite.of(task);
        if (!newest.compareAndSet(null, write)) {
            return false;
        }
        lead(write);
        write.throwIfFailed();
        return true;
    }

    /** For a rotation, inside of the leader's place: later writes go to these. */
    public void install(WalWriter newWal, MemtableSet newMemtables) {
        this.wal = newWal;
        this.memtables = newMemtables;
    }

    /** For a task in the leader's place. */
    public MemtableSet activeMemtables() {
        return memtables;
    }

    /** For a task in the leader's place: hands buffered writes to the operating system. */
    public void flushBuffered() throws IOException {
        wal.flushBuffer();
        bufferedBytes = 0;
        syncer.appended(lastSequence);
    }

    /** Bytes of accepted writes that wait in this process's memory. */
    public int bufferedBytes() {
        return bufferedBytes;
    }

    /** Whether accepted writes wait in this process's memory. */
    public boolean hasBuffered() {
        return syncer.appendedSequence() < visibleSequence;
    }

    /**
     * For the end, when no writer is left: makes everything durable, and says so in the log, so that later damage to any of it is
     * told from a torn tail.
     */
    public void makeAllDurable() {
        try {
            flushBuffered();
            syncer.syncThrough(lastSequence);
            if (lastSequence > 0) {
                wal.beginGroup(0);
                wal.endGroup(lastSequence + 1, 0, lastSequence, false);
                wal.sync();
            }
        } catch (IOException e) {
            throw status.fail("wal", "the log could not be synced for the last time: " + e.getMessage(), e);
        }
    }

    private void submit(PendingWrite write) {
        inside.incrementAndGet();
        try {
            if (enqueue(write)) {
                lead(write);
            } else {
                long from = fs.nanoTime();
                write.arrived(from);
                if (write.await() == PendingWrite.State.LEADER) {
                    lead(write);
                }
                stats.commitWaitNanos.add(fs.nanoTime() - from);
            }
        } finally {
            inside.decrementAndGet();
        }
        write.throwIfFailed();
    }

    /** True when the queue was empty: the caller leads. */
    private boolean enqueue(PendingWrite write) {
        while (true) {
            PendingWrite older = newest.get();
            write.older = older;
            if (newest.compareAndSet(older, write)) {
                return older == null;
            }
        }
    }

    private void lead(PendingWrite first) {
        if (first.task != null) {
            Throwable failure = runTask(first.task);
            handOver(first);
            first.done(failure);
            return;
        }
        PendingWrite last = first;
        Throwable failure = null;
        long through = 0;
        boolean sync = false;
        try {
            admit(first);
            last = gather(first);
            sync = append(first, last);
            through = lastSequence;
        } catch (IOException e) {
            failure = status.writeFailed("wal", e);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        handOver(last);
        if (failure == null && sync) {
            finish(first, last, SyncWanted.NO, null);
            try {
                syncer.syncThrough(through);
            } catch (RuntimeException | Error e) {
                failure = e;
            }
            finish(first, last, SyncWanted.YES, failure);
        } else {
            finish(first, last, SyncWanted.EITHER, failure);
        }
    }

    private @Nullable Throwable runTask(ExclusiveTask task) {
        try {
            task.run();
            return null;
        } catch (IOException e) {
            return status.writeFailed("wal", e);
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Waits while maintenance is behind, and makes room. Throws for the leader alone; the others get their own turn. */
    private void admit(PendingWrite first) throws IOException {
        status.requireWritable();
        if (first.count > 0) {
            if (throttle.decision().state() != WriteState.FREE) {
                throttle.admit(first.arrivedNanos(fs), inside);
            }
            if (throttle.isFull(memtables)) {
                rotation.rotate();
            }
        }
    }

    /** Links the queue forward from the leader and says where its group ends. */
    private PendingWrite gather(PendingWrite first) {
        linkForward(first);
        PendingWrite last = first;
        long bytes = first.length;
        for (PendingWrite next = first.newer; next != null && next.task == null; next = next.newer) {
            bytes += next.length;
            // A sync is let past a stall, so it must not take writes along.
            boolean unlike = (next.count == 0) != (first.count == 0);
            if (unlike || bytes > MAX_GROUP_BYTES) {
                break;
            }
            last = next;
        }
        return last;
    }

    private void linkForward(PendingWrite from) {
        PendingWrite at = newest.get();
        while (at != null && at != from) {
            PendingWrite older = at.older;
            if (older != null) {
                older.newer = at;
            }
            at = older;
        }
    }

    /** Appends and inserts the group; true when one of it wants a sync. */
    private boolean append(PendingWrite first, PendingWrite last) throws IOException {
        int count = 0;
        int writes = 0;
        long bytes = 0;
        boolean sync = false;
        boolean buffered = true;
        ByteWriter group = wal.beginGroup(length(first, last));
        for (PendingWrite write = first; ; write = next(write)) {
            group.putBytes(write.payload, 0, write.length);
            count = Math.addExact(count, write.count);
            bytes += write.length;
            writes++;
            sync |= write.durability == Durability.SYNC;
            buffered &= write.durability == Durability.BUFFERED;
            if (write == last) {
                break;
            }
        }
        if (count == 0) {
            wal.flushBuffer();
        } else {
            wal.endGroup(lastSequence + 1, count, syncer.durableSequence(), buffered);
            insert(first, last);
            stats.commitGroups.increment();
            stats.commitWrites.add(writes);
            stats.commitPayloadBytes.add(bytes);
            throttle.wrote(bytes);
        }
        if (!buffered) {
            syncer.appended(lastSequence);
        }
        if (bufferedBytes != wal.bufferedBytes()) {
            bufferedBytes = wal.bufferedBytes();
        }
        return sync;
    }

    private static int length(PendingWrite first, PendingWrite last) {
        int bytes = 0;
        for (PendingWrite write = first; ; write = next(write)) {
            bytes = Math.addExact(bytes, write.length);
            if (write == last) {
                return bytes;
            }
        }
    }

    /** After the append the group is accepted: a failure here leaves memory and log apart, so it fails the store. */
    private void insert(PendingWrite first, PendingWrite last) {
        long sequence = lastSequence;
        try {
            for (PendingWrite write = first; ; write = next(write)) {
                sequence = inserter.insert(memtables, write.payload, write.length, sequence);
                if (write == last) {
                    break;
                }
            }
        } catch (RuntimeException | Error e) {
            throw status.fail("memtable", "a write is in the log but not in memory: " + e, e);
        }
        lastSequence = sequence;
        memtables.advance(sequence);
        visibleSequence = sequence;
    }

    /** Takes the group out of the queue and wakes the next leader, when there is one. */
    private void handOver(PendingWrite last) {
        if (last.newer == null) {
            if (newest.compareAndSet(last, null)) {
                return;
            }
            linkForward(last);
        }
        PendingWrite next = next(last);
        next.older = null;
        next.lead();
    }

    /** Wakes the writers of the group whose durability fits. Each is woken once: it may be gone right after. */
    private static void finish(PendingWrite first, PendingWrite last, SyncWanted which, @Nullable Throwable failure) {
        for (PendingWrite write = first; ; write = next(write)) {
            boolean wantsSync = write.durability == Durability.SYNC;
            if (which == SyncWanted.EITHER || wantsSync == (which == SyncWanted.YES)) {
                write.done(failure);
            }
            if (write == last) {
                return;
            }
        }
    }

    private static PendingWrite next(PendingWrite write) {
        PendingWrite next = write.newer;
        if (next == null) {
            throw new IllegalStateException("the commit queue is broken");
        }
        return next;
    }
}
