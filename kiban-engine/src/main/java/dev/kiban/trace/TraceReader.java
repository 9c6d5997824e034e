package dev.kiban.trace;

import dev.kiban.trace.TraceFormatException.Reason;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.Head;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a kiban-trace, gzipped or plain, from a source that need not be trusted: everything is bounded, and what breaks a rule or a
 * bound is refused with a {@link TraceFormatException} that names the line and the reason.
 *
 * <p>A recording that was cut (a crash, a full disk) gives its whole lines before the cut; {@link #truncated()} then says so. Kinds
 * and fields that this version does not know are passed over.
 *
 * <p>Not thread safe.
 */
public final class TraceReader implements Closeable {

    /**
     * A whole trace.
     *
     * @param lines every line
     * @param truncated whether it was cut
     * @param verified whether it has its end and the checksum over all its lines is right
     */
    public record Trace(List<TraceLine> lines, boolean truncated, boolean verified) {}

    private final TraceInput in;
    private final TraceBounds bounds;
    private final TraceDigest digest = new TraceDigest();
    private long lines;
    private long lastQ;
    private boolean truncated;
    private boolean verified;

    private TraceReader(TraceInput in, TraceBounds bounds) {
        this.in = in;
        this.bounds = bounds;
    }

    /** Opens a trace within {@link TraceBounds#DEFAULT}. */
    public static TraceReader open(InputStream in) throws IOException {
        return open(in, TraceBounds.DEFAULT);
    }

    /**
     * @param in the file's bytes; closed with the reader
     * @throws TraceFormatException when it is neither gzip nor text
     * @throws IOException when the source fails
     */
    public static TraceReader open(InputStream in, TraceBounds bounds) throws IOException {
        return new TraceReader(new TraceInput(in, bounds), bounds);
    }

    /** Reads a trace to its end, within {@link TraceBounds#DEFAULT}. */
    public static Trace readAll(InputStream in) throws IOException {
        return readAll(in, TraceBounds.DEFAULT);
    }

    /** Reads a trace to its end and closes it. */
    public static Trace readAll(InputStream in, TraceBounds bounds) throws IOException {
        try (TraceReader reader = open(in, bounds)) {
            List<TraceLine> lines = new ArrayList<>();
            TraceLine line;
            while ((line = reader.next()) != null) {
                lines.add(line);
            }
            return new Trace(List.copyOf(lines), reader.truncated(), reader.verified());
        }
    }

    /**
     * Reads one line as {@link TraceSession#lines} returns it.
     *
     * @throws TraceFormatException when it is not a line of a trace
     */
    public static TraceLine parse(String line) throws TraceFormatException {
        if (line.length() > TraceBounds.DEFAULT.lineBytes()) {
            throw new TraceFormatException(
                    Reason.TOO_LARGE, "line is longer than " + TraceBounds.DEFAULT.lineBytes() + " characters");
        }
        return LineDecoder.decode(line, TraceBounds.DEFAULT.depth());
    }

    /**
     * The next line; null at the end.
     *
     * @throws TraceFormatException when the trace is refused here; what was returned before stands
     * @throws IOException when the source fails
     */
    public @Nullable TraceLine next() throws IOException {
        try {
            byte[] bytes = in.next();
            if (bytes == null) {
                truncated |= in.cut() || lines == 0;
                return null;
            }
            return line(bytes, in.length());
        } catch (TraceFormatException e) {
            TraceFormatException located =
                    new TraceFormatException(e.reason(), "line " + (lines + 1) + " " + e.getMessage());
            located.initCause(e);
            throw located;
        }
    }

    /** Whether the input ended before the recording did. Known once {@link #next()} returned null. */
    public boolean truncated() {
        return truncated;
    }

    /** Whether the end line was seen and its checksum over every line before it is right: nothing is missing or changed. */
    public boolean verified() {
        return verified;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private @Nullable TraceLine line(byte[] bytes, int length) throws TraceFormatException {
        if (lines >= bounds.lines()) {
            throw new TraceFormatException(Reason.TOO_LARGE, "is one more than " + bounds.lines());
        }
        TraceLine line;
        try {
            line = LineDecoder.decode(new String(bytes, 0, length, StandardCharsets.UTF_8), bounds.depth());
        } catch (TraceFormatException e) {
            if (in.unfinished() && (lines > 0 || bytes[0] == '{') && e.reason() == Reason.DAMAGED) {
                truncated = true;
                return null;
            }
            if (lines == 0 && e.reason() == Reason.DAMAGED) {
                throw new TraceFormatException(Reason.NOT_A_TRACE, "is no line of a trace");
            }
            throw e;
        }
        follow(line);
        if (line instanceof End end) {
            verify(end);
        }
        digest.add(bytes, length);
        lines++;
        return line;
    }

    /** Sequences ascend; a head starts them anew, as when a live answer restarts. */
    private void follow(TraceLine line) throws TraceFormatException {
        if (line instanceof Head) {
            digest.reset();
            verified = false;
        } else if (lines == 0) {
            throw new TraceFormatException(Reason.NOT_A_TRACE, "is no head: a trace begins with one");
        } else if (line.q() >= 0 && line.q() <= lastQ) {
            throw new TraceFormatException(Reason.DAMAGED, "has a sequence that does not ascend");
        }
        lastQ = line.q() >= 0 ? line.q() : lastQ;
    }

    private void verify(End end) throws TraceFormatException {
        // A part of a recording, such as a ring that lost its beginning, holds fewer lines: then there is nothing to
        // compare.
        if (end.lines() == digest.lines()) {
            if (!end.crc32c().equals(digest.hex())) {
                throw new TraceFormatException(Reason.DAMAGED, "has another checksum than the lines before it");
            }
            verified = true;
        }
    }
}
