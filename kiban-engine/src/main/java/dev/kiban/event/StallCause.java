package dev.kiban.event;

/** The debt that slows or stops writers. */
public enum StallCause {
    /** Sealed memtables wait for their flush. */
    MEMTABLES,
    /** Too many files in L0. */
    L0_FILES,
    /** Too many bytes wait for compaction. */
    PENDING_BYTES,
    /** The volume is nearly full. */
    DISK_SPACE
}
