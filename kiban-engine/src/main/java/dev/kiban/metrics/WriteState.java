package dev.kiban.metrics;

/** Whether writers run free. */
public enum WriteState {
    FREE,
    SLOWED,
    STOPPED
}
