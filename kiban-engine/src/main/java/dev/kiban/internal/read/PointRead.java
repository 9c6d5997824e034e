package dev.kiban.internal.read;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.codec.Lookup;
import dev.kiban.internal.memtable.Memtable;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Version;
import dev.kiban.internal.version.View;
import java.io.IOException;
import java.util.List;

/**
 * A point read: memtables newest first, then L0 newest first, then at most one table a level. The first that holds a visible version
 * of the key answers. Stateless but for counting; the caller holds the view.
 */
public final class PointRead {

    private final EngineStats stats;

    public PointRead(EngineStats stats) {
        this.stats = stats;
    }

    /** Leaves the answer in the lookup. */
    public void read(View view, int keyspace, Lookup lookup) throws IOException {
        if (inMemtables(view, keyspace, lookup)) {
            stats.getsFromMemtable.increment();
            return;
        }
        Version version = view.version(keyspace);
        int level = levelOf(version, lookup);
        if (level < 0) {
            stats.getsAbsent.increment();
        } else if (level == 0) {
            stats.getsFromL0.increment();
        } else if (level == 1) {
            stats.getsFromL1.increment();
        } else {
            stats.getsFromDeeper.increment();
        }
    }

    private static boolean inMemtables(View view, int keyspace, Lookup lookup) {
        if (inMemtable(view.active(), keyspace, lookup)) {
            return true;
        }
        List<MemtableSet> sealed = view.sealed();
        for (int i = 0; i < sealed.size(); i++) {
            if (inMemtable(sealed.get(i), keyspace, lookup)) {
                return true;
            }
        }
        return false;
    }

    private static boolean inMemtable(MemtableSet set, int keyspace, Lookup lookup) {
        Memtable memtable = set.get(keyspace);
        return memtable != null && memtable.get(lookup);
    }

    /** The level whose table answered, or -1. */
    private static int levelOf(Version version, Lookup lookup) throws IOException {
        List<Table> top = version.tables(0);
        for (int i = 0; i < top.size(); i++) {
            Table table = top.get(i);
            if (mayHold(table.meta(), lookup.key) && table.reader().get(lookup)) {
                return 0;
            }
        }
        int deepest = version.deepestLevel();
        for (int level = 1; level <= deepest; level++) {
            Table table = version.find(level, lookup.key);
            if (table != null && table.reader().get(lookup)) {
                return level;
            }
        }
        return -1;
    }

    private static boolean mayHold(TableMeta meta, byte[] key) {
        return Keys.compare(meta.minKey(), key) <= 0 && Keys.compare(meta.maxKey(), key) >= 0;
    }
}
