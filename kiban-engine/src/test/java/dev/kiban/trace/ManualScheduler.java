package dev.kiban.trace;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A scheduler and a clock that move when a test says so. Takes one repeating task. */
final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService {

    static final long WALL = 1_767_225_600_000L;

    private long millis;
    private Runnable task;
    private boolean cancelled;

    long nanoTime() {
        return 77 + millis * 1_000_000;
    }

    long wallMillis() {
        return WALL + millis;
    }

    void advance(long byMillis) {
        millis += byMillis;
    }

    /** Moves on a second and runs the task, unless it was cancelled. */
    void second() {
        advance(1_000);
        catchUp();
    }

    /** Runs the task without waiting, as a schedule does that is late, unless it was cancelled. */
    void catchUp() {
        if (!cancelled) {
            task.run();
        }
    }

    void seconds(int count) {
        for (int i = 0; i < count; i++) {
            second();
        }
    }

    boolean cancelled() {
        return cancelled;
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        task = command;
        cancelled = false;
        return new Handle();
    }

    private final class Handle extends CompletableFuture<Object> implements ScheduledFuture<Object> {
        @Override
        public boolean cancel(boolean mayInterrupt) {
            cancelled = true;
            return super.cancel(mayInterrupt);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable command) {
        command.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
