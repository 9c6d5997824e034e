package dev.kiban.internal.read;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.table.Table;
import java.io.IOException;

/** Opens a walk over one table. How its blocks are read (through the cache or past it) is the opener's choice. */
@FunctionalInterface
public interface TableOpener {

    /** An iterator over all of the table's entries, not yet positioned. The caller closes it. */
    EntryIterator open(Table table) throws IOException;
}
