package dev.kiban;

import org.jspecify.annotations.Nullable;

/** The call had no effect, the store is unharmed, and the same call may succeed later. */
public abstract sealed class RetryableException extends KibanException
        permits WriteStalledException, DiskFullException, StoreLockedException {

    private static final long serialVersionUID = 1L;

    RetryableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
