package dev.kiban.metrics;

/**
 * Flushes since open.
 *
 * @param completed how many
 * @param bytesWritten table bytes written
 * @param nanos time spent
 * @param failures failed attempts
 */
public record FlushMetrics(long completed, long bytesWritten, long nanos, long failures) {}
