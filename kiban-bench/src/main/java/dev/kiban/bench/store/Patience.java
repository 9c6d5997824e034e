package dev.kiban.bench.store;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for an engine's background work. */
public final class Patience {

    private static final long POLL_NANOS = 10_000_000;
    private static final int QUIET_POLLS = 3;

    private Patience() {}

    /**
     * Returns when the condition held several times in a row: work that ends may start other work a moment later.
     *
     * @throws IllegalStateException when the limit passes, or the thread is interrupted
     */
    public static void until(BooleanSupplier quiet, Duration limit, String what) {
        long deadline = System.nanoTime() + limit.toNanos();
        for (int polls = 0; polls < QUIET_POLLS; polls = quiet.getAsBoolean() ? polls + 1 : 0) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("gave up waiting for " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
