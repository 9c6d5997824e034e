package dev.kiban.internal.commit;

import dev.kiban.DiskFullException;
import dev.kiban.WriteStalledException;
import dev.kiban.event.StallBegin;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.compaction.Decision;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.stats.StallClock;
import dev.kiban.metrics.WriteState;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds writers to what the governor decided: lets them pass, spaces them out, or makes them wait.
 *
 * <p>The leader waits here for its whole queue, so every nanosecond of it counts once for each writer inside. Episodes are the times
 * during which a decision other than free holds, whether or not anybody writes. Thread safe; {@link #admit} and {@link #wrote} are
 * the leader's.
 */
public final class WriteThrottle {

    /** Shorter delays are saved up: a timer is no finer than this. */
    private static final long SMALLEST_DELAY_NANOS = 1_000_000;

    /** How long the leader sleeps before it looks again how many wait with it. */
    private static final long SLICE_NANOS = 10_000_000;

    private final FileSystem fs;
    private final StoreStatus status;
    private final EngineStats stats;
    private final StallClock clock;
    private final long maxWaitNanos;
    private final long memtableSize;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Decision decision = Decision.FREE;
    private volatile boolean leaderWaits;

    /** The leader's: bytes written ahead of the rate, as of a time. */
    private double owedBytes;

    private long owedAt;

    public WriteThrottle(
            FileSystem fs,
            StoreStatus status,
            EngineStats stats,
            StallClock clock,
            Duration maxWait,
            long memtableSize) {
        this.fs = fs;
        this.status = status;
        this.stats = stats;
        this.clock = clock;
        this.maxWaitNanos = maxWait.toNanos();
        this.memtableSize = memtableSize;
        this.owedAt = fs.nanoTime();
    }

    public Decision decision() {
        return decision;
    }

    /** Whether the leader waits here now, and with it every writer inside. */
    public boolean leaderWaits() {
        return leaderWaits;
    }

    boolean isFull(MemtableSet memtables) {
        return !memtables.isEmpty() && memtables.memoryBytes() >= memtableSize;
    }

    /** Takes a new decision and tells clock, listeners and waiting leader. */
    public void update(Decision next) {
        lock.lock();
        try {
            Decision before = decision;
            decision = next;
            if (before.cause() != next.cause() || before.kind() != next.kind()) {
                changeEpisode(next);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes a waiting leader, since the store failed or closes. */
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void changeEpisode(Decision next) {
        long now = fs.nanoTime();
        StallClock.Episode ended = clock.end(now);
        if (ended != null) {
            status.publish(new StallEnd(fs.currentTimeMillis(), ended.cause(), ended.kind(), ended.nanos()));
        }
        StallCause cause = next.cause();
        StallKind kind = next.kind();
        if (cause != null && kind != null) {
            clock.begin(cause, kind, now);
            status.publish(new StallBegin(fs.currentTimeMillis(), cause, kind, next.value(), next.limit()));
        }
    }

    /**
     * Returns when the leader may write.
     *
     * @param arrived since when the leader's write waits: its patience counts from there, not from its turn
     */
    void admit(long arrived, AtomicInteger writersInside) {
        while (true) {
            Decision now = decision;
            status.requireRunning();
            long wait = waitFor(now);
            if (wait <= 0) {
                return;
            }
            long waited = fs.nanoTime() - arrived;
            if (now.state() == WriteState.STOPPED && now.cause() == StallCause.DISK_SPACE) {
                stats.writesRejected.increment();
                throw new DiskFullException(
                        "only " + now.value() + " bytes are free on the volume, writing stops below " + now.limit()
                                + " (option minFreeDisk). The write was not accepted; free space and retry it");
            }
            if (waited >= maxWaitNanos) {
                stats.writesRejected.increment();
                throw new WriteStalledException("writing waits for maintenance since " + waited / 1_000_000 + " ms ("
                        + now.cause() + " at " + now.value() + ", limit " + now.limit()
                        + "). The write was not accepted; retry it later, or raise maxWriteWait");
            }
            pause(now, Math.min(wait, maxWaitNanos - waited), writersInside);
        }
    }

    private long waitFor(Decision now) {
        return switch (now.state()) {
            case FREE -> 0;
            case STOPPED -> Long.MAX_VALUE;
            case SLOWED -> {
                payOff(now);
                long wait = (long) (owedBytes * 1e9 / now.bytesPerSecond());
                yield wait < SMALLEST_DELAY_NANOS ? 0 : wait;
            }
        };
    }

    /** Waits in short slices, so that each counts for the writers that were held during it. */
    private void pause(Decision seen, long nanos, AtomicInteger writersInside) {
        boolean interrupted = false;
        long from = fs.nanoTime();
        long sliceFrom = from;
        lock.lock();
        leaderWaits = true;
        try {
            while (sliceFrom - from < nanos && decision.equals(seen) && status.isWritable() && !status.isClosing()) {
                try {
                    changed.await(Math.min(nanos - (sliceFrom - from), SLICE_NANOS), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                sliceFrom = count(seen, sliceFrom, writersInside);
            }
        } finally {
            leaderWaits = false;
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Counts the time since for every writer inside; returns now. */
    private long count(Decision seen, long since, AtomicInteger writersInside) {
        long now = fs.nanoTime();
        StallCause cause = seen.cause();
        StallKind kind = seen.kind();
        if (cause != null && kind != null) {
            clock.blocked(cause, kind, (now - since) * Math.max(1, writersInside.get()));
        }
        return now;
    }

    /** After an append: books the bytes against the rate. Free writers owe nothing, and what they owed before is forgotten. */
    void wrote(long bytes) {
        Decision now = decision;
        if (now.state() == WriteState.SLOWED) {
            payOff(now);
            owedBytes += bytes;
        } else {
            owedBytes = 0;
        }
    }

    private void payOff(Decision now) {
        long time = fs.nanoTime();
        owedBytes = Math.max(0, owedBytes - now.bytesPerSecond() * ((time - owedAt) / 1e9));
        owedAt = time;
    }
}
