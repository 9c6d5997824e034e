package dev.kiban;

import org.jspecify.annotations.Nullable;

/**
 * Another engine, in this or another process, has the directory open. Close it there, or set {@link KibanOptions#lockTimeout()}
 * to wait for it.
 */
public final class StoreLockedException extends RetryableException {

    private static final long serialVersionUID = 1L;

    public StoreLockedException(String message) {
        this(message, null);
    }

    public StoreLockedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
