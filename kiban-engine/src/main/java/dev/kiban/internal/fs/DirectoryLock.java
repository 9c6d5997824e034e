package dev.kiban.internal.fs;

import java.io.Closeable;
import java.io.IOException;

/** A held claim on a store's directory; closing gives it up. Idempotent. */
public interface DirectoryLock extends Closeable {

    @Override
    void close() throws IOException;
}
