package dev.kiban.sample.imports;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads lines from a stream of any length in bounded memory: a line longer than the bound is passed over and marked. Lines end
 * with LF or CR LF, the last one also with the stream. Not thread safe.
 */
final class LineReader {

    private final InputStream in;
    private final int maxLength;
    private final byte[] buffer = new byte[64 * 1024];
    private int position;
    private int limit;

    private byte[] line = new byte[1024];
    private int length;
    private boolean tooLong;
    private long number;
    private long bytesRead;

    LineReader(InputStream in, int maxLength) {
        this.in = in;
        this.maxLength = maxLength;
    }

    /** Moves to the next line; false when there is none. */
    boolean next() throws IOException {
        length = 0;
        tooLong = false;
        boolean any = false;
        while (position < limit || fill()) {
            any = true;
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            append(end - position);
            position = end;
            if (end < limit) {
                position++;
                break;
            }
        }
        if (any) {
            number++;
            if (length > 0 && line[length - 1] == '\r') {
                length--;
            }
        }
        return any;
    }

    /** Number of the current line, from 1. */
    long number() {
        return number;
    }

    /** Whether the current line is longer than the bound; then its bytes are not kept. */
    boolean isTooLong() {
        return tooLong;
    }

    /** Whether the current line holds nothing but spaces and tabs. */
    boolean isBlank() {
        for (int i = 0; i < length; i++) {
            if (line[i] != ' ' && line[i] != '\t') {
                return false;
            }
        }
        return !tooLong;
    }

    /** The current line, from 0 to {@link #length()}. The array is used again for the next one. */
    byte[] bytes() {
        return line;
    }

    int length() {
        return length;
    }

    /** Bytes taken from the stream so far. */
    long bytesRead() {
        return bytesRead;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        bytesRead += limit;
        return limit > 0;
    }

    private void append(int count) {
        if (tooLong || length + count > maxLength) {
            tooLong = true;
            length = 0;
            return;
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.min(maxLength, Math.max(length + count, 2 * line.length)));
        }
        System.arraycopy(buffer, position, line, length, count);
        length += count;
    }
}
