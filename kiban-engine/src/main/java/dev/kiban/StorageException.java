package dev.kiban;

import org.jspecify.annotations.Nullable;

/**
 * Reading or writing a file failed for a reason that is neither a full disk nor damage, or the store could not be closed in time.
 * The message says which.
 */
public final class StorageException extends FatalException {

    private static final long serialVersionUID = 1L;

    public StorageException(String message) {
        this(message, null);
    }

    public StorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
