package dev.kiban.trace;

/** Filled in with the trace package. */
public final class TraceSession {
    private TraceSession() {}
}
