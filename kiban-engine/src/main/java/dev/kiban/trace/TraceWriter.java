package dev.kiban.trace;

import dev.kiban.trace.TraceLine.End;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a kiban-trace as one gzip member of lines. After a {@link #flush()} everything written is readable from the stream even if
 * it is cut there: a reader gets the whole lines before a cut. The lines' sequences are the caller's; they must ascend from the
 * head's 1.
 *
 * <p>Not thread safe.
 */
public final class TraceWriter implements Closeable {

    private static final int BUFFER = 16 * 1024;

    private final GZIPOutputStream out;
    private final TraceDigest digest = new TraceDigest();

    /**
     * @param file takes the compressed bytes; closed with this writer
     * @throws IOException when the gzip header cannot be written
     */
    public TraceWriter(OutputStream file) throws IOException {
        this.out = new GZIPOutputStream(file, BUFFER, true);
    }

    /** A line's JSON, without the line feed. */
    public static String toJson(TraceLine line) {
        return LineEncoder.encode(line);
    }

    public void write(TraceLine line) throws IOException {
        writeText(toJson(line));
    }

    /**
     * Writes the last line, which vouches for all before it.
     *
     * @param q its sequence
     * @param t monotonic milliseconds since the head's {@code t0}
     * @param status {@code ok}, or what went wrong
     * @param totals counters at the end, by name
     */
    public void writeEnd(long q, long t, String status, Map<String, Object> totals) throws IOException {
        write(new End(q, t, status, totals, digest.lines(), digest.hex()));
    }

    /** Hands everything to the stream, decodable as it stands, and flushes the stream. Costs some compression. */
    public void flush() throws IOException {
        out.flush();
    }

    /** Completes the gzip member and closes the stream. */
    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Completes the gzip member and leaves the stream open. */
    void finish() throws IOException {
        out.finish();
        out.flush();
    }

    void writeText(String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        digest.add(bytes, bytes.length);
        out.write(bytes);
        out.write('\n');
    }
}
