package dev.kiban.internal.stats;

import dev.kiban.metrics.Latency;

/** What a {@link LatencyHistogram} held at one moment, or between two. Immutable. */
public final class HistogramSnapshot {

    private final long[] counts;
    private final long count;
    private final long sumNanos;
    private final long maxNanos;

    HistogramSnapshot(long[] counts, long sumNanos, long maxNanos) {
        long total = 0;
        for (long bucket : counts) {
            total += bucket;
        }
        this.counts = counts;
        this.count = total;
        this.sumNanos = sumNanos;
        this.maxNanos = maxNanos;
    }

    public long count() {
        return count;
    }

    public long sumNanos() {
        return sumNanos;
    }

    /** The largest value: exact for a whole histogram and for an interval that set a new maximum, else within the bucket error. */
    public long maxNanos() {
        return maxNanos;
    }

    /**
     * The value that the given share of the values does not exceed, less than 3.125% above the true one; 0 when nothing was
     * recorded.
     *
     * @param percent above 0, at most 100
     */
    public long percentile(double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("percent " + percent + " is not above 0 and at most 100");
        }
        long rank = Math.max(1, (long) Math.ceil(count * (percent / 100)));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                boolean overflow = i == counts.length - 1;
                return overflow ? maxNanos : Math.min(LatencyHistogram.highest(i), maxNanos);
            }
        }
        return 0;
    }

    /** What was recorded after the earlier snapshot of the same histogram was taken, up to this one. */
    public HistogramSnapshot minus(HistogramSnapshot earlier) {
        long[] difference = new long[counts.length];
        int top = -1;
        for (int i = 0; i < counts.length; i++) {
            difference[i] = Math.max(0, counts[i] - earlier.counts[i]);
            if (difference[i] > 0) {
                top = i;
            }
        }
        long max;
        if (top < 0) {
            max = 0;
        } else if (maxNanos > earlier.maxNanos || top == counts.length - 1) {
            max = maxNanos;
        } else {
            max = Math.min(LatencyHistogram.highest(top), maxNanos);
        }
        return new HistogramSnapshot(difference, Math.max(0, sumNanos - earlier.sumNanos), max);
    }

    public Latency latency() {
        return new Latency(count, sumNanos, percentile(50), percentile(99), percentile(99.9), maxNanos);
    }
}
