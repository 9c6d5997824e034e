package dev.kiban.internal;

/** Stub of the seam. */
public record SharedResources(long cacheSize, int compactionThreads) {
    public void close() {}
}
