package dev.kiban.internal.stats;

import dev.kiban.metrics.Latency;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * A log-linear histogram of durations in nanoseconds: 32 buckets for each power of two, so that a value read back is less than
 * 3.125% above the value recorded. Values below 64 are exact; values from 2^42 (73 minutes) up share the last bucket, though the
 * maximum stays exact.
 *
 * <p>Memory is fixed: 9.5 KiB for each of at most four stripes. Recording is one atomic add in a stripe chosen by thread, one striped add for the sum and
 * a read of the maximum; nobody waits.
 *
 * <p>Thread safe. A snapshot taken while others record holds every value recorded before it began, and perhaps some later ones;
 * its sum may differ from its buckets by those.
 */
public final class LatencyHistogram {

    private static final int SUB_BITS = 5;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;
    private static final int MAX_EXPONENT = 41;

    static final int BUCKETS = (MAX_EXPONENT - SUB_BITS + 2) * SUB_BUCKETS;

    private static final int STRIPES =
            Math.min(4, Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors() * 2 - 1)));

    private final AtomicLongArray[] stripes = new AtomicLongArray[STRIPES];
    private final LongAdder sum = new LongAdder();
    private final LongAccumulator max = new LongAccumulator(Math::max, 0);

    public LatencyHistogram() {
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new AtomicLongArray(BUCKETS);
        }
    }

    /** Records a duration; a negative one, which a clock should never give, counts as 0. */
    public void record(long nanos) {
        long value = Math.max(0, nanos);
        int stripe = (int) Thread.currentThread().getId() & (STRIPES - 1);
        stripes[stripe].getAndIncrement(bucket(value));
        sum.add(value);
        max.accumulate(value);
    }

    /** Everything recorded so far. */
    public HistogramSnapshot snapshot() {
        long[] counts = new long[BUCKETS];
        for (AtomicLongArray stripe : stripes) {
            for (int i = 0; i < BUCKETS; i++) {
                counts[i] += stripe.get(i);
            }
        }
        return new HistogramSnapshot(counts, sum.sum(), max.get());
    }

    /** The summary of everything recorded so far. */
    public Latency latency() {
        return snapshot().latency();
    }

    /**
     * A reader of intervals: each call of {@code get} summarises what was recorded since the call before, the first since now.
     * Every reader has its own intervals. The reader itself is for one thread at a time.
     */
    public Supplier<Latency> intervals() {
        return new Supplier<>() {
            private HistogramSnapshot last = snapshot();

            @Override
            public Latency get() {
                HistogramSnapshot now = snapshot();
                Latency interval = now.minus(last).latency();
                last = now;
                return interval;
            }
        };
    }

    static int bucket(long value) {
        if (value < SUB_BUCKETS) {
            return (int) value;
        }
        int exponent = 63 - Long.numberOfLeadingZeros(value);
        if (exponent > MAX_EXPONENT) {
            return BUCKETS - 1;
        }
        int sub = (int) (value >>> (exponent - SUB_BITS)) & (SUB_BUCKETS - 1);
        return (exponent - SUB_BITS + 1) * SUB_BUCKETS + sub;
    }

    /** The largest value of a bucket, which stands for all of them: a percentile is never understated. */
    static long highest(int bucket) {
        if (bucket < SUB_BUCKETS) {
            return bucket;
        }
        int shift = bucket / SUB_BUCKETS - 1;
        long lowest = (long) (SUB_BUCKETS + bucket % SUB_BUCKETS) << shift;
        return lowest + (1L << shift) - 1;
    }
}
