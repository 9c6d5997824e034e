package dev.kiban.metrics;

/**
 * Compactions since open.
 *
 * @param completed how many, trivial moves included
 * @param moves of them, tables that only changed their level
 * @param bytesRead input bytes
 * @param bytesWritten output bytes
 * @param dropped entries that nobody could see any more
 * @param nanos time spent
 * @param failures failed attempts
 * @param running running now
 * @param pendingBytes bytes that wait for compaction
 */
public record CompactionMetrics(
        long completed,
        long moves,
        long bytesRead,
        long bytesWritten,
        long dropped,
        long nanos,
        long failures,
        int running,
        long pendingBytes) {}
