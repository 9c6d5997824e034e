package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.fs.ReadableFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads stretches of a file through one direct buffer, however long they are; with read-ahead the buffer is filled to its end
 * and later reads are served from it. Confined to one thread.
 */
final class FileWindow {

    private final ReadableFile file;
    private final Path path;
    private final ByteBuffer buffer;

    /** Reading ahead stops here. */
    private final long readAheadEnd;

    private long begin;
    private long end;

    /**
     * @param readAheadEnd where reading ahead stops; 0 reads exactly what is asked for
     */
    FileWindow(ReadableFile file, Path path, ByteBuffer buffer, long readAheadEnd) {
        this.file = file;
        this.path = path;
        this.buffer = buffer;
        this.readAheadEnd = readAheadEnd;
    }

    /** Copies bytes of the file into the front of the target. */
    void read(long place, byte[] target, int length) throws IOException {
        int done = 0;
        while (done < length) {
            long from = place + done;
            if (from < begin || from >= end) {
                fill(from, length - done);
            }
            int part = (int) Math.min(length - done, end - from);
            buffer.get((int) (from - begin), target, done, part);
            done += part;
        }
    }

    private void fill(long from, int wanted) throws IOException {
        long size = Math.min(buffer.capacity(), Math.max(wanted, readAheadEnd - from));
        end = 0;
        begin = 0;
        buffer.clear().limit((int) size);
        try {
            file.read(from, buffer);
        } catch (EOFException tooShort) {
            throw new CorruptionException(path, from, "the file ends too early");
        }
        begin = from;
        end = from + size;
    }
}
