package dev.kiban;

import org.jspecify.annotations.Nullable;

/**
 * The store refuses writes since a sync failed or its log or MANIFEST could not be written; reads go on. Close it and open it
 * again: every acknowledged write that had to survive is there, and the one that met the failure may be.
 */
public final class StoreFailedException extends FatalException {

    private static final long serialVersionUID = 1L;

    public StoreFailedException(String message) {
        this(message, null);
    }

    public StoreFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
