package dev.kiban;

import dev.kiban.internal.cache.BlockCache;

/** Defaults that follow the memory this JVM may really use. */
final class MemoryDefaults {

    private static final long MIB = 1024 * 1024;

    private MemoryDefaults() {}

    /** Direct memory may take as much as the heap unless a flag says otherwise; the cache takes an eighth of it. */
    static long cacheSize() {
        return Math.min(512 * MIB, BlockCache.directMemoryLimit() / 8);
    }

    static long memtableSize() {
        return Math.max(4 * MIB, Math.min(32 * MIB, Runtime.getRuntime().maxMemory() / 16));
    }
}
