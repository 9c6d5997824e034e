package dev.kiban.trace;

/** Stub of the seam: filled in with the trace package. */
public final class TraceOptions {
    private TraceOptions() {}
}
