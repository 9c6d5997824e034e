package dev.kiban.internal.fs;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file's content in chunks on the heap. It outlives its name, as long as somebody has it open.
 *
 * <p>Writers take turns; readers take no lock, and see whatever was written before the size they find. Reading a range
 * while it is overwritten gives some mixture of old and new.
 */
final class MemoryFile {

    private static final int CHUNK = 16 * 1024;
    private static final byte[] ABSENT = {};

    /** A size, and chunks that cover at least it. Everything beyond the size is zero. */
    private record Content(byte[][] chunks, long size) {}

    private volatile Content content = new Content(new byte[0][], 0);

    long size() {
        return content.size;
    }

    synchronized void write(long position, byte[] bytes, int offset, int length) {
        if (length == 0) {
            return;
        }
        Content now = content;
        long end = position + length;
        byte[][] chunks = covering(now.chunks, end);
        for (int done = 0; done < length; ) {
            int within = (int) ((position + done) % CHUNK);
            int count = Math.min(CHUNK - within, length - done);
            System.arraycopy(bytes, offset + done, chunks[(int) ((position + done) / CHUNK)], within, count);
            done += count;
        }
        content = new Content(chunks, Math.max(now.size, end));
    }

    synchronized void truncate(long size) {
        Content now = content;
        byte[][] chunks = covering(now.chunks, size);
        if (size < now.size) {
            int kept = (int) ((size + CHUNK - 1) / CHUNK);
            chunks = Arrays.copyOf(chunks, kept);
            int within = (int) (size % CHUNK);
            if (within != 0) {
                chunks[kept - 1] = Arrays.copyOf(Arrays.copyOf(chunks[kept - 1], within), CHUNK);
            }
        }
        content = new Content(chunks, size);
    }

    /** The chunks, and new ones up to the size. Spare places hold {@link #ABSENT}. */
    private static byte[][] covering(byte[][] chunks, long size) {
        int needed = Math.toIntExact((size + CHUNK - 1) / CHUNK);
        byte[][] grown = chunks;
        if (chunks.length < needed) {
            grown = Arrays.copyOf(chunks, Math.max(needed, chunks.length + chunks.length / 2));
            Arrays.fill(grown, chunks.length, grown.length, ABSENT);
        }
        for (int i = needed - 1; i >= 0 && grown[i].length == 0; i--) {
            grown[i] = new byte[CHUNK];
        }
        return grown;
    }

    void read(long position, ByteBuffer target) throws EOFException {
        Content now = content;
        if (position < 0 || position > now.size - target.remaining()) {
            throw new EOFException("the file ends before byte " + (position + target.remaining()));
        }
        for (long at = position; target.hasRemaining(); ) {
            int within = (int) (at % CHUNK);
            int count = Math.min(CHUNK - within, target.remaining());
            target.put(now.chunks[(int) (at / CHUNK)], within, count);
            at += count;
        }
    }

    /** A handle for reading or writing; closing it leaves the content to others. */
    static final class Handle implements ReadableFile, WritableFile {

        private final Path path;
        private final MemoryFile file;
        private volatile boolean closed;

        Handle(Path path, MemoryFile file) {
            this.path = path;
            this.file = file;
        }

        private MemoryFile open() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
            return file;
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            open().read(position, target);
        }

        @Override
        public void write(long position, byte[] bytes, int offset, int length) throws IOException {
            open().write(position, bytes, offset, length);
        }

        @Override
        public void sync() throws IOException {
            open();
        }

        @Override
        public void truncate(long size) throws IOException {
            open().truncate(size);
        }

        @Override
        public long size() throws IOException {
            return open().size();
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }
}
