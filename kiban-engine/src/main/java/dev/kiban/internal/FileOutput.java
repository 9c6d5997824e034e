package dev.kiban.internal;

import dev.kiban.internal.fs.WritableFile;
import java.io.IOException;
import java.io.OutputStream;

/** A file of the store's file system as a stream; synced when it is closed. Confined to one thread. */
final class FileOutput extends OutputStream {

    private final WritableFile file;
    private long position;

    FileOutput(WritableFile file) {
        this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        file.write(position, bytes, offset, length);
        position += length;
    }

    @Override
    public void close() throws IOException {
        try (file) {
            file.sync();
        }
    }
}
