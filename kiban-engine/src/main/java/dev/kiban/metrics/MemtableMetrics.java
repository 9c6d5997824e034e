package dev.kiban.metrics;

/**
 * Memtables.
 *
 * @param activeBytes memory of the one that takes writes
 * @param sealedBytes memory of those that wait for their flush
 * @param sealedCount how many wait
 * @param stopLimit at how many waiting ones writers stop
 * @param sizeLimit bytes at which the active one is sealed
 */
public record MemtableMetrics(long activeBytes, long sealedBytes, int sealedCount, int stopLimit, long sizeLimit) {}
