package dev.kiban.metrics;

/**
 * The block cache and what tables keep in memory.
 *
 * @param capacity byte budget
 * @param size bytes in use
 * @param hits block reads answered from it
 * @param misses block reads that went to a file
 * @param inserts blocks taken in
 * @param evictions blocks pushed out
 * @param indexBytes heap of open tables' block indexes
 * @param filterBytes heap of open tables' filters
 * @param filterNegatives table probes that the filter ended
 * @param filterPositives table probes that went on to a block
 * @param filterFalsePositives of those, probes that found nothing
 */
public record CacheMetrics(
        long capacity,
        long size,
        long hits,
        long misses,
        long inserts,
        long evictions,
        long indexBytes,
        long filterBytes,
        long filterNegatives,
        long filterPositives,
        long filterFalsePositives) {}
