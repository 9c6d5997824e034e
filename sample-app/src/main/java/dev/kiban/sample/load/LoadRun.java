package dev.kiban.sample.load;

import dev.kiban.DiskFullException;
import dev.kiban.FatalException;
import dev.kiban.Keyspace;
import dev.kiban.WriteStalledException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One load from its start to its end: writers that write the records of their lanes in turn, readers that read any record that
 * has been written and compare it whole. It ends when it is stopped, or with the last of those threads that its total counts for.
 * Thread safe.
 */
final class LoadRun {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long NOTHING_YET_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Keyspace keyspace;
    private final LoadLanes lanes;
    private final LoadSettings settings;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicInteger counted;
    private final AtomicLong claimed = new AtomicLong();
    private final Pace writePace;
    private final Pace readPace;
    private final long startedNanos = System.nanoTime();
    private volatile long endedNanos;

    private final LongAdder written = new LongAdder();
    private final LongAdder read = new LongAdder();
    private final LongAdder verified = new LongAdder();
    private final LongAdder mismatches = new LongAdder();
    private final LongAdder stalls = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private volatile @Nullable String lastError;

    private LoadRun(Keyspace keyspace, LoadLanes lanes, LoadSettings settings) {
        this.keyspace = keyspace;
        this.lanes = lanes;
        this.settings = settings;
        this.counted = new AtomicInteger(settings.writers() > 0 ? settings.writers() : settings.readers());
        this.writePace = new Pace(settings.ratePerSecond(), startedNanos);
        this.readPace = new Pace(settings.ratePerSecond(), startedNanos);
    }

    static LoadRun start(Keyspace keyspace, LoadLanes lanes, LoadSettings settings) {
        LoadRun run = new LoadRun(keyspace, lanes, settings);
        for (int i = 0; i < settings.writers(); i++) {
            int lane = i;
            run.threads.add(new Thread(() -> run.writeLane(lane), "load-writer-" + lane));
        }
        boolean readersCount = settings.writers() == 0;
        for (int i = 0; i < settings.readers(); i++) {
            int reader = i;
            run.threads.add(new Thread(() -> run.readLanes(reader, readersCount), "load-reader-" + reader));
        }
        run.threads.forEach(thread -> thread.setDaemon(true));
        run.threads.forEach(Thread::start);
        return run;
    }

    /** Ends it and waits until its threads are done with the store. Idempotent. */
    void stop() {
        end();
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    LoadStatus status() {
        long end = endedNanos == 0 ? System.nanoTime() : endedNanos;
        double seconds = Math.round((end - startedNanos) / 1e6) / 1e3;
        return new LoadStatus(
                !isStopped(),
                settings,
                written.sum(),
                read.sum(),
                verified.sum(),
                mismatches.sum(),
                stalls.sum(),
                errors.sum(),
                lastError,
                seconds,
                lanes.records());
    }

    private void writeLane(int lane) {
        try {
            while (claim() && waits(writePace)) {
                LoadRecord record = new LoadRecord(lane, lanes.written(lane) + 1);
                if (!written(record)) {
                    return;
                }
                lanes.advance(lane);
                written.increment();
            }
        } finally {
            countDown();
        }
    }

    /** Writes it, again and again if it must; false when it cannot be or need not be any more. */
    private boolean written(LoadRecord record) {
        byte[] key = record.key();
        byte[] value = record.value(settings.valueBytes());
        while (!isStopped()) {
            try {
                keyspace.put(key, value);
                return true;
            } catch (WriteStalledException e) {
                stalls.increment();
            } catch (DiskFullException e) {
                failed(e);
            } catch (RuntimeException e) {
                failed(e);
                return false;
            }
            waits(RETRY_NANOS);
        }
        return false;
    }

    private void readLanes(int reader, boolean counts) {
        SplittableRandom random = new SplittableRandom(startedNanos + reader);
        try {
            while ((counts ? claim() : !isStopped()) && waits(readPace)) {
                LoadRecord record = choose(random);
                if (record != null && !verify(record)) {
                    return;
                }
            }
        } finally {
            if (counts) {
                countDown();
            }
        }
    }

    /** Any record that has been written; waits for the first one, null when the load is stopped before. */
    private @Nullable LoadRecord choose(SplittableRandom random) {
        do {
            int[] used = lanes.used();
            if (used.length > 0) {
                int lane = used[random.nextInt(used.length)];
                return new LoadRecord(lane, 1 + random.nextLong(lanes.written(lane)));
            }
        } while (waits(NOTHING_YET_NANOS));
        return null;
    }

    /** Reads it and compares it; false when the store cannot be read any more. */
    private boolean verify(LoadRecord record) {
        try {
            byte[] found = keyspace.get(record.key());
            read.increment();
            if (found != null && record.isWhole(found)) {
                verified.increment();
            } else {
                mismatches.increment();
            }
            return true;
        } catch (FatalException e) {
            failed(e);
            waits(RETRY_NANOS);
            return true; // other records may still be readable
        } catch (RuntimeException e) {
            failed(e);
            return false;
        }
    }

    private void failed(RuntimeException e) {
        errors.increment();
        lastError = e.getMessage();
    }

    /** Whether there is more to do, which the caller then does. */
    private boolean claim() {
        return !isStopped() && (settings.total() == 0 || claimed.incrementAndGet() <= settings.total());
    }

    /** One of the threads that the total counts for is done; with the last one the load is. */
    private void countDown() {
        if (counted.decrementAndGet() == 0) {
            end();
        }
    }

    private void end() {
        synchronized (stopped) {
            if (!isStopped()) {
                endedNanos = System.nanoTime();
                stopped.countDown();
            }
        }
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    private boolean waits(Pace pace) {
        return waits(pace.turn(System.nanoTime()));
    }

    /** Waits; false when the load was stopped. */
    private boolean waits(long nanos) {
        if (nanos <= 0) {
            return !isStopped();
        }
        try {
            return !stopped.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            end();
            return false;
        }
    }
}
