package dev.kiban.bench.quick;

/** An engine returned something else than what was written: the measurement is worthless. */
public final class VerificationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public VerificationException(String message) {
        super(message);
    }
}
