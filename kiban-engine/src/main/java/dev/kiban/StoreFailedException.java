package dev.kiban;

import org.jspecify.annotations.Nullable;

/** The store refuses writes since a sync failed or its log could not be written; close it and open it again. */
public final class StoreFailedException extends FatalException {

    private static final long serialVersionUID = 1L;

    public StoreFailedException(String message) {
        this(message, null);
    }

    public StoreFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
