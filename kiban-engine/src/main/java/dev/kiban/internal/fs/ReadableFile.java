package dev.kiban.internal.fs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An immutable file open for positional reads. Thread safe. An interrupt of one reader disturbs neither its own call
 * nor anybody else's, and its flag is kept.
 */
public interface ReadableFile extends Closeable {

    /**
     * Fills the buffer's remaining bytes from the position.
     *
     * @throws java.io.EOFException when the file ends before the buffer is full
     */
    void read(long position, ByteBuffer target) throws IOException;

    long size() throws IOException;

    /** Idempotent. */
    @Override
    void close() throws IOException;
}
