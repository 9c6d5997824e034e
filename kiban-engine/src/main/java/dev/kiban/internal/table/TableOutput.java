package dev.kiban.internal.table;

import dev.kiban.internal.fs.WritableFile;
import java.io.IOException;

/** Appends to a file through one reused buffer. Confined to one thread. */
final class TableOutput {

    private static final int BUFFER_BYTES = 256 * 1024;

    private final WritableFile file;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int buffered;
    private long written;

    TableOutput(WritableFile file) {
        this.file = file;
    }

    /** Where the next byte goes. */
    long position() {
        return written + buffered;
    }

    void append(byte[] bytes, int offset, int length) throws IOException {
        if (length > BUFFER_BYTES - buffered) {
            flush();
        }
        if (length >= BUFFER_BYTES) {
            file.write(written, bytes, offset, length);
            written += length;
        } else {
            System.arraycopy(bytes, offset, buffer, buffered, length);
            buffered += length;
        }
    }

    void flush() throws IOException {
        if (buffered > 0) {
            file.write(written, buffer, 0, buffered);
            written += buffered;
            buffered = 0;
        }
    }
}
