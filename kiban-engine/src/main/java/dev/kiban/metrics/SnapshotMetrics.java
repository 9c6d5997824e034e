package dev.kiban.metrics;

/**
 * Who holds the past.
 *
 * @param snapshots open snapshots
 * @param cursors open cursors
 * @param oldestAgeNanos age of the oldest of both; 0 when there is none
 * @param pinnedBytes bytes of replaced files that cannot be deleted yet
 */
public record SnapshotMetrics(int snapshots, int cursors, long oldestAgeNanos, long pinnedBytes) {}
