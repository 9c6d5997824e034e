package dev.kiban.internal.stats;

import dev.kiban.KibanListener;
import dev.kiban.event.KibanEvent;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries a store's events to its listeners, in the order of publication, one at a time, on a thread of the executor.
 *
 * <p>At most one drain task exists at a time, which is what keeps the order. Publishing never blocks: when {@link #BACKLOG} events
 * wait, the oldest is dropped and counted. A listener that is behind therefore sees a gap, never a reordering. What a listener
 * throws goes to the failure callback and to nobody else.
 *
 * <p>Thread safe.
 */
public final class EventBus {

    /** Events that may wait. */
    public static final int BACKLOG = 10_000;

    /** An entry of the queue: an event, or the mark of somebody who waits for everything before it. */
    private record Entry(
            @Nullable KibanEvent event, @Nullable CountDownLatch reached) {}

    private final Executor executor;
    private final LongSupplier nanoClock;
    private final Consumer<Throwable> onFailure;
    private final List<KibanListener> listeners = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Entry> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final LongAdder dropped = new LongAdder();
    private volatile @Nullable Thread drainer;

    /**
     * @param executor runs the drain tasks
     * @param nanoClock monotonic nanoseconds, for deadlines
     * @param onFailure is given what a listener threw
     */
    public EventBus(Executor executor, LongSupplier nanoClock, Consumer<Throwable> onFailure) {
        this.executor = executor;
        this.nanoClock = nanoClock;
        this.onFailure = onFailure;
    }

    public void add(KibanListener listener) {
        listeners.add(listener);
    }

    /** Removes a listener; an event that is being delivered may still reach it. */
    public void remove(KibanListener listener) {
        listeners.remove(listener);
    }

    /** Queues an event and returns. Without listeners it goes nowhere. */
    public void publish(KibanEvent event) {
        if (listeners.isEmpty()) {
            return;
        }
        queue.add(new Entry(event, null));
        if (waiting.incrementAndGet() > BACKLOG) {
            dropOldest();
        }
        schedule();
    }

    /** Events dropped because listeners were too slow, or because the executor was shut down. */
    public long dropped() {
        return dropped.sum();
    }

    /**
     * Waits until every event published before this call was delivered or dropped. An interrupt does not end the wait; the flag
     * is kept.
     *
     * @param deadlineNanos when to give up, on the bus's clock
     * @return false when the deadline passed first, or when a listener calls this, which would wait for itself
     */
    public boolean awaitDrained(long deadlineNanos) {
        if (Thread.currentThread().equals(drainer)) {
            return false;
        }
        CountDownLatch reached = new CountDownLatch(1);
        queue.add(new Entry(null, reached));
        schedule();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return reached.await(deadlineNanos - nanoClock.getAsLong(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void schedule() {
        if (!queue.isEmpty() && scheduled.compareAndSet(false, true)) {
            try {
                executor.execute(this::drain);
            } catch (RejectedExecutionException e) {
                // The executor is shut down: nobody will ever deliver these.
                while (dropOldest()) {}
                scheduled.set(false);
            }
        }
    }

    private void drain() {
        drainer = Thread.currentThread();
        try {
            // Bounded, so that a busy store does not hold a shared thread for itself.
            for (int i = 0; i < BACKLOG; i++) {
                Entry entry = queue.poll();
                if (entry == null) {
                    break;
                }
                deliver(entry);
            }
        } finally {
            drainer = null;
            scheduled.set(false);
        }
        schedule();
    }

    private void deliver(Entry entry) {
        if (entry.reached != null) {
            entry.reached.countDown();
        }
        KibanEvent event = entry.event;
        if (event == null) {
            return;
        }
        waiting.decrementAndGet();
        for (KibanListener listener : listeners) {
            try {
                listener.onEvent(event);
            } catch (Throwable e) {
                // Whatever a user's code throws, the other listeners and the store's thread go on.
                onFailure.accept(e);
            }
        }
    }

    /** Drops entries up to and including the oldest event; false when there was none. */
    private boolean dropOldest() {
        Entry entry;
        while ((entry = queue.poll()) != null) {
            if (entry.reached != null) {
                entry.reached.countDown();
            }
            if (entry.event != null) {
                waiting.decrementAndGet();
                dropped.increment();
                return true;
            }
        }
        return false;
    }
}
