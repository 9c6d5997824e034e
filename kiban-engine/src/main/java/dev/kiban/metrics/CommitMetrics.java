package dev.kiban.metrics;

/**
 * Group commit.
 *
 * @param groups groups appended
 * @param writes writes in them
 * @param payloadBytes bytes of those writes
 * @param waitNanos time that writers waited for a leader
 */
public record CommitMetrics(long groups, long writes, long payloadBytes, long waitNanos) {}
