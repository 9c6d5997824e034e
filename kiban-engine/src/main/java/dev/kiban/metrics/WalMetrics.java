package dev.kiban.metrics;

/**
 * The write-ahead log.
 *
 * @param files live log files
 * @param size bytes of live logs that hold records
 * @param bytesWritten bytes appended since open
 * @param syncs syncs since open
 * @param syncLatency their latency
 * @param bufferedBytes accepted bytes not yet handed to the operating system
 */
public record WalMetrics(
        int files, long size, long bytesWritten, long syncs, Latency syncLatency, long bufferedBytes) {}
