package dev.kiban.internal.fs;

import java.io.IOException;

/** The volume is full, or a quota is. */
public final class NoSpaceException extends IOException {

    private static final long serialVersionUID = 1L;

    public NoSpaceException(String message, Throwable cause) {
        super(message, cause);
    }

    public NoSpaceException(String message) {
        super(message);
    }
}
