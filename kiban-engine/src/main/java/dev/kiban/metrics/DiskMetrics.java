package dev.kiban.metrics;

/**
 * Files and the volume.
 *
 * @param walBytes bytes of log files, preallocation included
 * @param tableBytes bytes of live tables
 * @param manifestBytes bytes of the MANIFEST
 * @param obsoleteBytes bytes of files that wait for deletion
 * @param freeBytes free on the volume, as last looked up
 * @param totalBytes size of the volume
 */
public record DiskMetrics(
        long walBytes, long tableBytes, long manifestBytes, long obsoleteBytes, long freeBytes, long totalBytes) {}
