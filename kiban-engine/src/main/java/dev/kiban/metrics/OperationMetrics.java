package dev.kiban.metrics;

/**
 * What callers did, counted since the store was opened.
 *
 * @param gets point reads
 * @param puts single puts
 * @param deletes single deletes
 * @param batches batches written
 * @param scans cursors opened
 * @param bytesWritten key and value bytes accepted
 * @param bytesRead key and value bytes returned
 * @param getsFromMemtable point reads answered by a memtable
 * @param getsFromL0 by a table of L0
 * @param getsFromL1 by a table of L1
 * @param getsFromDeeper by a table of L2 or below
 * @param getsAbsent found nowhere
 * @param getLatency sampled latency of point reads
 * @param writeLatency sampled latency of writes, waits included
 */
public record OperationMetrics(
        long gets,
        long puts,
        long deletes,
        long batches,
        long scans,
        long bytesWritten,
        long bytesRead,
        long getsFromMemtable,
        long getsFromL0,
        long getsFromL1,
        long getsFromDeeper,
        long getsAbsent,
        Latency getLatency,
        Latency writeLatency) {}
