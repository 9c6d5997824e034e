package dev.kiban;

/**
 * What must have happened to a write before its call returns. A store has a default; each write may name another.
 *
 * <p>Mixing is safe: every write first hands on all writes accepted before it, so that after any crash what is recovered
 * is a prefix of the accepted writes.
 */
public enum Durability {

    /** The write, and every write accepted before it, survives a crash of process, system or power. */
    SYNC,

    /** The write survives a crash or kill of the process: the operating system holds its bytes. The default. */
    PROCESS,

    /**
     * The write may be lost with the last moments before any crash; it never tears. It reaches the operating system with the next
     * write of another durability, when the buffer or the memtable is full, or about a second later when nobody writes.
     */
    BUFFERED
}
