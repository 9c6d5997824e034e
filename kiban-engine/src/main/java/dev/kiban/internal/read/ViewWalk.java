package dev.kiban.internal.read;

import dev.kiban.KeyRange;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.memtable.Memtable;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.table.ReadMode;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Version;
import dev.kiban.internal.version.View;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Opens one merged walk over everything that a view holds of a keyspace within a range, newest sources first. Stateless. */
public final class ViewWalk {

    private ViewWalk() {}

    /** The walk is not positioned; closing it closes its parts. The caller keeps the view pinned meanwhile. */
    public static EntryIterator open(View view, int keyspace, KeyRange range) throws IOException {
        List<EntryIterator> sources = new ArrayList<>();
        addMemtable(sources, view.active(), keyspace);
        for (MemtableSet sealed : view.sealed()) {
            addMemtable(sources, sealed, keyspace);
        }
        Version version = view.version(keyspace);
        try {
            for (Table table : version.tablesOverlapping(0, range.lower(), range.upper())) {
                sources.add(table.reader().iterator(ReadMode.CACHED));
            }
        } catch (IOException | RuntimeException e) {
            IteratorCloser.closeAllAfter(e, sources);
            throw e;
        }
        for (int level = 1; level <= version.deepestLevel(); level++) {
            List<Table> tables = version.tablesOverlapping(level, range.lower(), range.upper());
            if (!tables.isEmpty()) {
                sources.add(new LevelIterator(tables, table -> table.reader().iterator(ReadMode.CACHED)));
            }
        }
        return MergingIterator.of(sources);
    }

    private static void addMemtable(List<EntryIterator> sources, MemtableSet set, int keyspace) {
        Memtable memtable = set.get(keyspace);
        if (memtable != null) {
            sources.add(memtable.iterator());
        }
    }
}
