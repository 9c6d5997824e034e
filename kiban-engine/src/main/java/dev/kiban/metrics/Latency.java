package dev.kiban.metrics;

/**
 * A histogram's summary in nanoseconds; bucket error below 3.125%. Zeros when nothing was recorded.
 *
 * @param count values recorded since the store was opened
 * @param sumNanos their sum
 * @param p50Nanos median
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 * @param maxNanos largest
 */
public record Latency(long count, long sumNanos, long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {}
