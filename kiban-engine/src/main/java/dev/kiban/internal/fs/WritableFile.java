package dev.kiban.internal.fs;

import java.io.Closeable;
import java.io.IOException;

/** A file open for writing. One writing thread at a time; {@link #sync()} may run beside {@link #write}. */
public interface WritableFile extends Closeable {

    /**
     * Writes all bytes at the position, extending the file when needed.
     *
     * @throws IOException when not everything was written; how much of the range changed is then unknown, and writing
     *     the same range again is allowed
     */
    void write(long position, byte[] bytes, int offset, int length) throws IOException;

    /** Makes everything written before this call durable, and the file's size. After a failure nothing is known. */
    void sync() throws IOException;

    void truncate(long size) throws IOException;

    long size() throws IOException;

    /** Closes without a sync. Idempotent. */
    @Override
    void close() throws IOException;
}
