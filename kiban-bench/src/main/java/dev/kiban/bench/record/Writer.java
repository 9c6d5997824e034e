package dev.kiban.bench.record;

import dev.kiban.Kiban;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** One thread of the workload. Its count may be read beside it, its other results when it has ended. */
final class Writer implements Callable<Void> {

    private final Kiban db;
    private final RandomWrites workload;
    private final int firstKey;
    private final int keys;
    private final int writes;
    private final int[] lastWrites;
    private final SplittableRandom random;
    private final Histogram latencies = new Histogram(3);
    private final AtomicLong done = new AtomicLong();

    /** @param lastWrites by key, the number of its last write, 0 for none; this thread fills its own range */
    Writer(Kiban db, RandomWrites workload, int thread, int writes, int[] lastWrites) {
        this.db = db;
        this.workload = workload;
        this.firstKey = workload.firstKey(thread);
        this.keys = workload.firstKey(thread + 1) - firstKey;
        this.writes = writes;
        this.lastWrites = lastWrites;
        this.random = new SplittableRandom(workload.seed() + thread);
    }

    @Override
    public Void call() {
        for (int write = 1; write <= writes; write++) {
            int number = firstKey + random.nextInt(keys);
            byte[] key = workload.key(number);
            byte[] value = workload.value(number, write);
            long start = System.nanoTime();
            db.put(key, value);
            latencies.recordValue(System.nanoTime() - start);
            lastWrites[number] = write;
            done.setRelease(write);
        }
        return null;
    }

    long done() {
        return done.getAcquire();
    }

    /** Of every put, in nanoseconds. */
    Histogram latencies() {
        return latencies;
    }
}
