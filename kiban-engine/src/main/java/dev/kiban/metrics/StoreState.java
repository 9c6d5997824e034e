package dev.kiban.metrics;

/** Whether the store takes reads and writes. */
public enum StoreState {
    /** Reads and writes. */
    OPEN,
    /** Reads only: a sync or write of WAL or MANIFEST failed. Reopen the store. */
    READ_ONLY,
    /** Reads only, and data is damaged or a background thread died. */
    FAILED,
    /** Nothing. */
    CLOSED
}
