package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Version;
import java.util.List;

/**
 * Keys from the first to the last, both included.
 *
 * @param min first key
 * @param max last key
 */
@SuppressWarnings("ArrayRecordComponent")
record KeySpan(byte[] min, byte[] max) {

    static KeySpan of(Table table) {
        return new KeySpan(table.meta().minKey(), table.meta().maxKey());
    }

    /** The smallest span that holds all of the tables, which are at least one. */
    static KeySpan of(List<Table> tables) {
        KeySpan span = of(tables.get(0));
        for (Table table : tables) {
            span = span.with(table);
        }
        return span;
    }

    KeySpan with(Table added) {
        TableMeta table = added.meta();
        return new KeySpan(
                Keys.compare(table.minKey(), min) < 0 ? table.minKey() : min,
                Keys.compare(table.maxKey(), max) > 0 ? table.maxKey() : max);
    }

    boolean overlaps(KeySpan other) {
        return Keys.compare(other.min, max) <= 0 && Keys.compare(other.max, min) >= 0;
    }

    /** Those of the level's tables that share keys with the span, in the level's order. */
    List<Table> overlapping(Version version, int level) {
        return version.tablesOverlapping(level, min, max);
    }
}
