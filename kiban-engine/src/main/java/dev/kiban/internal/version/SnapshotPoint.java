package dev.kiban.internal.version;

/** Stub of the seam. */
public record SnapshotPoint(long sequence) {
    public void close() {}
}
