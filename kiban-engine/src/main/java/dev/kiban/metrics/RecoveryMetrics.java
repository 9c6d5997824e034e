package dev.kiban.metrics;

/**
 * What opening found and did.
 *
 * @param nanos duration of the open
 * @param records log records replayed
 * @param bytes log bytes replayed
 * @param droppedBytes bytes of a torn tail that were erased
 */
public record RecoveryMetrics(long nanos, long records, long bytes, long droppedBytes) {}
