package dev.kiban;

import org.jspecify.annotations.Nullable;

/** The store cannot do what was asked, and will not until somebody mends the cause; most need a reopen. */
public abstract sealed class FatalException extends KibanException
        permits CorruptionException, UnsupportedFormatException, StoreFailedException, StorageException {

    private static final long serialVersionUID = 1L;

    FatalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
