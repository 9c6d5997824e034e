package dev.kiban;

/** How blocks of table files are compressed. */
public enum Compression {

    /** Not at all: reads cost the least CPU. */
    NONE,

    /** LZ4, in pure Java. A block that does not shrink by an eighth is stored as it is. */
    LZ4
}
