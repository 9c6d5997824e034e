package dev.kiban.internal.commit;

import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.wal.WalWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes appended writes durable, one sync for everybody who waits.
 *
 * <p>Invariants: a sync covers every log that still holds unsynced writes, oldest first, so that what is durable is always a prefix
 * of the accepted writes. After one failed sync nothing is ever synced again: the store has failed. A rotated log stays open until
 * it is synced.
 *
 * <p>Thread safe. Waiting is not interruptible; the flag is kept.
 */
public final class WalSyncer {

    /** A log that takes no more writes; the last of them is number {@code through}. */
    private record Rotated(WalWriter file, long through) {}

    private final FileSystem fs;
    private final StoreStatus status;
    private final EngineStats stats;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition syncEnded = lock.newCondition();
    private final List<Rotated> unsynced = new ArrayList<>();
    private WalWriter current;
    private boolean syncing;
    private volatile long appended;
    private volatile long durable;

    /**
     * @param durable newest sequence that recovery made durable
     */
    public WalSyncer(FileSystem fs, StoreStatus status, EngineStats stats, WalWriter current, long durable) {
        this.fs = fs;
        this.status = status;
        this.stats = stats;
        this.current = current;
        this.appended = durable;
        this.durable = durable;
    }

    /** The newest sequence known to survive a power loss. */
    public long durableSequence() {
        return durable;
    }

    /** The newest sequence that the operating system holds. */
    long appendedSequence() {
        return appended;
    }

    /** For the leader: the operating system holds everything through the sequence. */
    void appended(long sequence) {
        appended = sequence;
    }

    /** For the leader: later writes go to the new log. The old one is synced before anything in the new one counts as durable. */
    public void rotate(WalWriter next) {
        lock.lock();
        try {
            unsynced.add(new Rotated(current, appended));
            current = next;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns once every write through the sequence is durable.
     *
     * @throws dev.kiban.StoreFailedException when a sync failed, now or before
     */
    public void syncThrough(long sequence) {
        if (durable >= sequence) {
            return;
        }
        lock.lock();
        try {
            while (durable < sequence) {
                status.requireWritable();
                if (syncing) {
                    syncEnded.awaitUninterruptibly();
                } else {
                    syncOnce(sequence);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Syncs the rotated logs, and the current one unless they alone hold what is wanted: a flush disturbs no writer. */
    private void syncOnce(long wanted) {
        List<Rotated> rotated = new ArrayList<>(unsynced);
        boolean rotatedSuffice =
                !rotated.isEmpty() && rotated.get(rotated.size() - 1).through() >= wanted;
        long target = rotatedSuffice ? rotated.get(rotated.size() - 1).through() : appended;
        WalWriter active = current;
        syncing = true;
        lock.unlock();
        IOException failure = null;
        try {
            for (Rotated log : rotated) {
                timedSync(log.file());
            }
            if (!rotatedSuffice) {
                timedSync(active);
            }
        } catch (IOException e) {
            failure = e;
        } finally {
            lock.lock();
            syncing = false;
            syncEnded.signalAll();
        }
        if (failure != null) {
            throw status.fail("wal", "a sync of the log failed: " + failure.getMessage(), failure);
        }
        durable = Math.max(durable, target);
        unsynced.removeAll(rotated);
        for (Rotated log : rotated) {
            closeQuietly(log.file());
        }
    }

    private void timedSync(WalWriter log) throws IOException {
        long from = fs.nanoTime();
        log.sync();
        stats.walSyncLatency.record(fs.nanoTime() - from);
    }

    /** Closes the logs without a sync. */
    public void close() {
        lock.lock();
        try {
            unsynced.forEach(log -> closeQuietly(log.file()));
            unsynced.clear();
            closeQuietly(current);
        } finally {
            lock.unlock();
        }
    }

    private void closeQuietly(WalWriter log) {
        try {
            log.close();
        } catch (IOException e) {
            status.report("wal", e);
        }
    }
}
