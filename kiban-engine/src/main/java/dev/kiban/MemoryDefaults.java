package dev.kiban;

/** Defaults that follow the memory this JVM may really use. */
final class MemoryDefaults {

    private static final long MIB = 1024 * 1024;

    private MemoryDefaults() {}

    /** A quarter of the maximal heap bounds direct memory unless a flag says otherwise; the cache takes an eighth of it. */
    static long cacheSize() {
        return Math.max(8 * MIB, Math.min(512 * MIB, Runtime.getRuntime().maxMemory() / 8));
    }

    static long memtableSize() {
        return Math.max(4 * MIB, Math.min(32 * MIB, Runtime.getRuntime().maxMemory() / 16));
    }
}
