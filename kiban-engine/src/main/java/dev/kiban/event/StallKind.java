package dev.kiban.event;

/** How hard a stall is. */
public enum StallKind {
    /** Writes go on at a bounded rate. */
    SLOWDOWN,
    /** Writes wait. */
    STOP
}
