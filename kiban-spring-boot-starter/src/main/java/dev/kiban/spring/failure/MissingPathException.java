package dev.kiban.spring.failure;

/** The application neither names a directory for its store nor chooses memory. */
public final class MissingPathException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MissingPathException() {
        super("kiban.path is not set, so there is no directory to open the store in");
    }
}
