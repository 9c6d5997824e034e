package dev.kiban;

import org.jspecify.annotations.Nullable;

/**
 * The volume is full, or has less free space than {@link KibanOptions#minFreeDisk()}. The write was not accepted; free space and
 * retry, the store resumes by itself.
 */
public final class DiskFullException extends RetryableException {

    private static final long serialVersionUID = 1L;

    public DiskFullException(String message) {
        this(message, null);
    }

    public DiskFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
