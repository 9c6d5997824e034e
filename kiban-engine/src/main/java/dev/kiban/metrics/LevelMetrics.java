package dev.kiban.metrics;

/**
 * A level of the tree, over all keyspaces.
 *
 * @param level 0 to 6
 * @param files table files
 * @param size their bytes
 * @param target bytes that the level should hold; 0 for L0, which is judged by files
 * @param score how full: above 1 it wants compaction
 * @param entries entries in it
 * @param tombstones deletes in it
 * @param queuedBytes bytes above the target
 * @param bytesRead read by compactions from this level since open
 * @param bytesWritten written into this level by flushes and compactions since open
 */
public record LevelMetrics(
        int level,
        int files,
        long size,
        long target,
        double score,
        long entries,
        long tombstones,
        long queuedBytes,
        long bytesRead,
        long bytesWritten) {}
