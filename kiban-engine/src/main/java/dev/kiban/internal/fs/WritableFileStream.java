package dev.kiban.internal.fs;

import java.io.IOException;
import java.io.OutputStream;

/** A stream that appends to a {@link WritableFile}, unbuffered. Closing it syncs and closes the file. Not thread safe. */
public final class WritableFileStream extends OutputStream {

    private final WritableFile file;
    private long position;
    private boolean closed;

    /** @param file just created, empty */
    public WritableFileStream(WritableFile file) {
        this.file = file;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        file.write(position, bytes, offset, length);
        position += length;
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (file) {
            file.sync();
        }
    }
}
