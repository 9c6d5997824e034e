package dev.kiban;

import org.jspecify.annotations.Nullable;

/**
 * The root of what the store throws when the fault is not the caller's.
 *
 * <p>There are three kinds of failure. A caller's mistake is an {@link IllegalArgumentException} (such as
 * {@link InvalidOptionException}) or an {@link IllegalStateException} (use after close). {@link RetryableException}:
 * nothing was written, the same call may succeed later. {@link FatalException}: the store cannot go on without help.
 * Messages say what to do next and never hold bytes of keys or values.
 */
public abstract sealed class KibanException extends RuntimeException permits RetryableException, FatalException {

    private static final long serialVersionUID = 1L;

    KibanException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
