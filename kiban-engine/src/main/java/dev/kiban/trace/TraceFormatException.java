package dev.kiban.trace;

import java.io.IOException;

/** A trace was refused; the message says where and why, and never holds what the trace says. */
public final class TraceFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Why a trace was refused. */
    public enum Reason {
        /** It does not begin as a kiban-trace does. */
        NOT_A_TRACE,
        /** A newer version of the format, which this reader would misread. */
        TOO_NEW,
        /** It exceeds a bound of the reader. */
        TOO_LARGE,
        /** It breaks the format's rules, or its checksum is wrong. */
        DAMAGED
    }

    private final Reason reason;

    public TraceFormatException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
