package dev.kiban.internal.compaction;

import dev.kiban.internal.table.TableMeta;
import java.io.IOException;

/** One table being written. Confined to one thread. */
public interface TableOutput {

    /** Appends an entry; entries come in internal order. */
    void add(byte[] key, int keyLength, long sequence, int kind, byte[] value, int valueOffset, int valueLength)
            throws IOException;

    /** Bytes that the file would have if it were finished now, roughly. */
    long estimatedSize();

    /** Completes, syncs and closes the file. */
    TableMeta finish() throws IOException;

    /** Closes and deletes the unfinished file. Never throws. */
    void abandon();
}
