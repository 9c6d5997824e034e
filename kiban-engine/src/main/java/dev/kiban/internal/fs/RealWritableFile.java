package dev.kiban.internal.fs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file written through {@link RandomAccessFile} and never through a channel, which an interrupt would close. The mode
 * is "rw": "rwd" would sync each write, but not what was written before it.
 *
 * <p>Thread safety: see {@link WritableFile}.
 */
final class RealWritableFile implements WritableFile {

    /** The JDK copies an array to native memory of the same size before it writes; this bounds that copy. */
    private static final int STEP = 1 << 20;

    private static final long UNKNOWN = -1;

    private final Path path;
    private final RandomAccessFile file;

    /** Where the file pointer stands, so that an append needs no seek. */
    private long pointer;

    RealWritableFile(Path path) throws IOException {
        this.path = path;
        try {
            this.file = new RandomAccessFile(path.toFile(), "rw");
        } catch (IOException e) {
            throw RealFileSystem.named(path, e, 0);
        }
    }

    @Override
    public void write(long position, byte[] bytes, int offset, int length) throws IOException {
        try {
            if (pointer != position) {
                file.seek(position);
            }
            pointer = UNKNOWN; // until everything is written
            for (int done = 0; done < length; done += STEP) {
                file.write(bytes, offset + done, Math.min(STEP, length - done));
            }
            pointer = position + length;
        } catch (IOException e) {
            throw RealFileSystem.named(path, e, length);
        }
    }

    @Override
    public void sync() throws IOException {
        try {
            file.getFD().sync();
        } catch (IOException e) {
            throw RealFileSystem.named(path, e, 0);
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        pointer = UNKNOWN; // setLength moves it when it lies beyond the new end
        try {
            file.setLength(size);
        } catch (IOException e) {
            throw RealFileSystem.named(path, e, 0);
        }
    }

    @Override
    public long size() throws IOException {
        return file.length();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
