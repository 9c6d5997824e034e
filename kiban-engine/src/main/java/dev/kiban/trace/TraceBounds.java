package dev.kiban.trace;

/**
 * How much a {@link TraceReader} takes from a trace that may come from anywhere.
 *
 * @param lineBytes longest line, at least 1
 * @param lines most lines, at least 1
 * @param depth deepest nesting of arrays and objects, at least 3
 * @param totalBytes most bytes after decompression, at least 1
 * @param expansion most bytes after decompression per compressed byte, looked at once 4 MiB came out; at least 1
 */
public record TraceBounds(int lineBytes, long lines, int depth, long totalBytes, int expansion) {

    /**
     * Lines up to 1 MiB, which every writer keeps to; 2 million lines; depth 8; 512 MiB; 250 to 1. An hour of a busy store stays
     * below a twentieth of each.
     */
    public static final TraceBounds DEFAULT = new TraceBounds(1 << 20, 2_000_000, 8, 512L << 20, 250);

    public TraceBounds {
        if (lineBytes < 1 || lines < 1 || depth < 3 || totalBytes < 1 || expansion < 1) {
            throw new IllegalArgumentException("a bound of the trace reader is too small");
        }
    }
}
