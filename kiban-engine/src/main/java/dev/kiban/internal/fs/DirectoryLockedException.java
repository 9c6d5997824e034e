package dev.kiban.internal.fs;

import java.io.IOException;

/** Another engine holds the directory. */
public final class DirectoryLockedException extends IOException {

    private static final long serialVersionUID = 1L;

    public DirectoryLockedException(String message) {
        super(message);
    }
}
