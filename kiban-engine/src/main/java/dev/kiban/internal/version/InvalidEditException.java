package dev.kiban.internal.version;

/**
 * An edit does not fit the state that it is applied to. Read from a file it means damage, and the reader adds file and
 * offset; made by this process it means a defect, and must not reach the file.
 */
public final class InvalidEditException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidEditException(String message) {
        super(message);
    }
}
