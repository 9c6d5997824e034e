package dev.kiban.internal;

import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.version.Pins;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Counts the calls that are inside a store, so that closing can wait for them and turn later ones away. Thread safe. */
final class CallGate {

    private static final long POLL_NANOS = 100_000;

    private final Pins inside = new Pins();
    private final String what;
    private volatile boolean closed;

    /**
     * @param what the thing that callers of a closed gate are told about
     */
    CallGate(String what) {
        this.what = what;
    }

    /** Lets a call in; what it returns goes to {@link #exit}. */
    int enter() {
        int stripe = Pins.stripe();
        inside.pin(stripe);
        if (closed) {
            inside.unpin(stripe);
            throw new IllegalStateException(what + " is closed");
        }
        return stripe;
    }

    void exit(int stripe) {
        inside.unpin(stripe);
    }

    boolean isClosed() {
        return closed;
    }

    /** Turns later calls away. */
    void close() {
        closed = true;
    }

    /**
     * @throws IllegalStateException when the gate is closed
     */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(what + " is closed");
        }
    }

    /** Waits until nobody is inside; false when time ran out. */
    boolean awaitEmpty(FileSystem fs, long nanos) {
        return await(fs, nanos, inside::isUnpinned);
    }

    /** Waits for a condition that a closed gate makes come true; false when time ran out. An interrupt is kept and ends nothing. */
    boolean await(FileSystem fs, long nanos, BooleanSupplier condition) {
        long until = fs.nanoTime() + nanos;
        boolean interrupted = false;
        boolean holds = condition.getAsBoolean();
        while (!holds && fs.nanoTime() - until < 0) {
            LockSupport.parkNanos(this, POLL_NANOS);
            interrupted |= Thread.interrupted();
            holds = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return holds;
    }
}
