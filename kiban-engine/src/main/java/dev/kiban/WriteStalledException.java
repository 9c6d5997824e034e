package dev.kiban;

import org.jspecify.annotations.Nullable;

/** Maintenance is behind and the write waited {@link KibanOptions#maxWriteWait()}. It was not written; retry it later. */
public final class WriteStalledException extends RetryableException {

    private static final long serialVersionUID = 1L;

    public WriteStalledException(String message) {
        this(message, null);
    }

    public WriteStalledException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
