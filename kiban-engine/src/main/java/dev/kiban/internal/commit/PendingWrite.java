package dev.kiban.internal.commit;

import dev.kiban.Durability;
import dev.kiban.internal.fs.FileSystem;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One caller's write on its way through the commit queue.
 *
 * <p>The links belong to the leader, who walks the queue; the state is what its own thread waits on.
 */
final class PendingWrite {

    private static final byte[] NOTHING = new byte[0];

    /** What a waiting thread is woken to. */
    enum State {
        WAITING,
        LEADER,
        DONE
    }

    final byte[] payload;
    final int length;
    final int count;
    final Durability durability;
    final @Nullable ExclusiveTask task;

    /** The write queued before; null once everything before is done. */
    @Nullable
    PendingWrite older;

    /** The write queued after; set by a leader that walked the queue. */
    @Nullable
    PendingWrite newer;

    private final Thread thread = Thread.currentThread();
    private volatile State state = State.WAITING;
    private boolean queued;
    private long arrivedNanos;
    private @Nullable Throwable failure;

    private PendingWrite(byte[] payload, int length, int count, Durability durability, @Nullable ExclusiveTask task) {
        this.payload = payload;
        this.length = length;
        this.count = count;
        this.durability = durability;
        this.task = task;
    }

    static PendingWrite of(byte[] payload, int length, int count, Durability durability) {
        return new PendingWrite(payload, length, count, durability, null);
    }

    static PendingWrite of(ExclusiveTask task) {
        return new PendingWrite(NOTHING, 0, 0, Durability.BUFFERED, task);
    }

    /** For its own thread: the write had to queue, at that time. */
    void arrived(long nanos) {
        queued = true;
        arrivedNanos = nanos;
    }

    /** For its own thread: when it came; a write that did not have to queue comes now. */
    long arrivedNanos(FileSystem fs) {
        return queued ? arrivedNanos : fs.nanoTime();
    }

    /** Waits until this write is done or its thread has to lead. An interrupt is kept for the caller and ends nothing. */
    State await() {
        boolean interrupted = false;
        while (state == State.WAITING) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state;
    }

    void lead() {
        wake(State.LEADER);
    }

    /**
     * @param cause why the write was not done, or null when it was
     */
    void done(@Nullable Throwable cause) {
        failure = cause;
        wake(State.DONE);
    }

    void throwIfFailed() {
        Throwable cause = failure;
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
    }

    private void wake(State next) {
        state = next;
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }
}
