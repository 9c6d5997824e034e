package dev.kiban.internal.table;

/** How an iterator gets at a table's blocks. Neither way fills the cache, so that a long scan does not wash it out. */
public enum ReadMode {

    /** From the cache where it holds the block, otherwise from the file, block by block: for cursors. */
    CACHED,

    /** From the file only, reading ahead, every checksum verified: for compaction. */
    PAST_CACHE
}
