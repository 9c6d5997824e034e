package dev.kiban;

import dev.kiban.internal.SharedResources;

/**
 * Cache and maintenance threads that several stores in one JVM share. Threads are daemons, start when there is work and end when
 * there is none. Thread safe. Close the stores first, then the resources.
 */
public final class KibanResources implements AutoCloseable {

    private final SharedResources shared;

    private KibanResources(SharedResources shared) {
        this.shared = shared;
    }

    /** Resources with the default cache size and one compaction thread for every two cores, at least one. */
    public static KibanResources create() {
        return create(MemoryDefaults.cacheSize(), defaultCompactionThreads());
    }

    /**
     * @param cacheSize bytes of the off-heap block cache, 0 to 1 TiB
     * @param compactionThreads compactions that may run at one time, 1 to 64; flushes have half as many threads of their own, at
     *     least one
     * @throws InvalidOptionException when a value is out of range, or the cache larger than the direct memory that this JVM may
     *     take
     */
    public static KibanResources create(long cacheSize, int compactionThreads) {
        if (cacheSize < 0 || cacheSize > 1L << 40) {
            throw new InvalidOptionException("cacheSize", cacheSize, "must be between 0 and " + (1L << 40));
        }
        if (compactionThreads < 1 || compactionThreads > 64) {
            throw new InvalidOptionException("compactionThreads", compactionThreads, "must be between 1 and 64");
        }
        return new KibanResources(new SharedResources(cacheSize, compactionThreads));
    }

    static int defaultCompactionThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /** Budget of the block cache in bytes. */
    public long cacheSize() {
        return shared.cacheSize();
    }

    /** For the engine. */
    SharedResources shared() {
        return shared;
    }

    /**
     * Ends the threads and frees the cache. Idempotent.
     *
     * @throws IllegalStateException while a store still uses them
     */
    @Override
    public void close() {
        shared.close();
    }
}
