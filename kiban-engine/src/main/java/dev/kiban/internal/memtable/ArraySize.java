package dev.kiban.internal.memtable;

/** What arrays take of the heap, in bytes: a 64-bit JVM's layout with compressed references. */
final class ArraySize {

    private static final int HEADER = 16;
    private static final int ALIGNMENT = 8;

    private ArraySize() {}

    static long ofBytes(int length) {
        return aligned(HEADER + (long) length);
    }

    /** Also of an array of references. */
    static long ofInts(int length) {
        return aligned(HEADER + 4L * length);
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
