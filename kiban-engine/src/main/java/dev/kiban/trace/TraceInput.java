package dev.kiban.trace;

import dev.kiban.trace.TraceFormatException.Reason;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a trace, line by line, gzipped or plain, within bounds. A gzip stream that was cut gives its lines up to the cut.
 * Not thread safe.
 */
final class TraceInput implements AutoCloseable {

    private static final int BUFFER = 16 * 1024;
    private static final long EXPANSION_FROM = 4L << 20;

    private final CountingInput counting;
    private final InputStream in;
    private final TraceBounds bounds;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private long taken;
    private boolean cut;

    private byte[] line = new byte[512];
    private int length;

    TraceInput(InputStream raw, TraceBounds bounds) throws IOException {
        this.bounds = bounds;
        this.counting = new CountingInput(raw);
        BufferedInputStream buffered = new BufferedInputStream(counting, BUFFER);
        buffered.mark(2);
        int first = buffered.read();
        int second = buffered.read();
        buffered.reset();
        this.in = first == 0x1F && (second == 0x8B || second < 0) ? unzip(buffered) : buffered;
    }

    private InputStream unzip(InputStream compressed) throws IOException {
        try {
            return new GZIPInputStream(compressed, BUFFER);
        } catch (EOFException e) {
            // Cut inside the gzip header: no line came through.
            cut = true;
            return InputStream.nullInputStream();
        } catch (ZipException e) {
            throw damaged(e);
        }
    }

    /**
     * The bytes of the next line, of which {@link #length()} count; null at the end. The array is reused. A last line without its
     * line feed is returned too, and {@link #unfinished()} says so.
     */
    byte @Nullable [] next() throws IOException {
        length = 0;
        while (true) {
            if (position == limit && !fill()) {
                return length == 0 ? null : line;
            }
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            append(position, end);
            position = end;
            if (end < limit) {
                position++;
                unfinished = false;
                return line;
            }
            unfinished = true;
        }
    }

    private boolean unfinished;

    int length() {
        return length;
    }

    /** Whether the line returned last ended with the input instead of a line feed. */
    boolean unfinished() {
        return unfinished;
    }

    /** Whether the compressed stream ended before its end. */
    boolean cut() {
        return cut;
    }

    @Override
    public void close() throws IOException {
        in.close();
        counting.close();
    }

    private void append(int from, int to) throws IOException {
        int more = to - from;
        if (more > bounds.lineBytes() - length) {
            throw new TraceFormatException(Reason.TOO_LARGE, "is longer than " + bounds.lineBytes() + " bytes");
        }
        if (length + more > line.length) {
            line = Arrays.copyOf(line, Math.max(length + more, Math.min(bounds.lineBytes(), line.length * 2)));
        }
        System.arraycopy(buffer, from, line, length, more);
        length += more;
    }

    private boolean fill() throws IOException {
        int read;
        try {
            read = cut ? -1 : in.read(buffer, 0, buffer.length);
        } catch (EOFException e) {
            cut = true;
            read = -1;
        } catch (ZipException e) {
            throw damaged(e);
        }
        if (read < 0) {
            return false;
        }
        position = 0;
        limit = read;
        taken += read;
        if (taken > bounds.totalBytes()) {
            throw new TraceFormatException(
                    Reason.TOO_LARGE, "goes beyond " + bounds.totalBytes() + " bytes of decompressed trace");
        }
        if (taken > EXPANSION_FROM && taken / bounds.expansion() > counting.count) {
            throw new TraceFormatException(
                    Reason.TOO_LARGE, "expands to more than " + bounds.expansion() + " times its compressed size");
        }
        return true;
    }

    private static TraceFormatException damaged(ZipException e) {
        TraceFormatException damaged = new TraceFormatException(Reason.DAMAGED, "is damaged gzip");
        damaged.initCause(e);
        return damaged;
    }

    /** Counts what was taken from the file. */
    private static final class CountingInput extends FilterInputStream {
        private long count;

        CountingInput(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int wanted) throws IOException {
            int read = super.read(target, offset, wanted);
            count += Math.max(0, read);
            return read;
        }
    }
}
