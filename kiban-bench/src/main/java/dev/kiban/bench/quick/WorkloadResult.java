package dev.kiban.bench.quick;

/**
 * Timed calls of one kind. Percentiles have three exact digits.
 *
 * @param name which kind
 * @param guarantee what a write survives once its call returned; empty for reads
 * @param calls how many
 * @param totalNanos time in the calls, in nanoseconds
 * @param p50Nanos median, in nanoseconds
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 * @param maxNanos longest
 */
public record WorkloadResult(
        String name,
        String guarantee,
        long calls,
        long totalNanos,
        long p50Nanos,
        long p99Nanos,
        long p999Nanos,
        long maxNanos) {}
