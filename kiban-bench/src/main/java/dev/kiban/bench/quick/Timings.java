package dev.kiban.bench.quick;

import org.HdrHistogram.Histogram;

/** Durations of calls of one kind. Confined to one thread. */
final class Timings {

    private final Histogram histogram = new Histogram(3);
    private long totalNanos;

    void record(long nanos) {
        histogram.recordValue(Math.max(0, nanos));
        totalNanos += nanos;
    }

    WorkloadResult result(String name, String guarantee) {
        return new WorkloadResult(
                name,
                guarantee,
                histogram.getTotalCount(),
                totalNanos,
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue());
    }
}
