package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.TableMeta;
import java.util.List;

/**
 * Keys from the first to the last, both included.
 *
 * @param min first key
 * @param max last key
 */
@SuppressWarnings("ArrayRecordComponent")
record KeySpan(byte[] min, byte[] max) {

    static KeySpan of(TableMeta table) {
        return new KeySpan(table.minKey(), table.maxKey());
    }

    /** The smallest span that holds all of the tables, which are at least one. */
    static KeySpan of(List<TableMeta> tables) {
        KeySpan span = of(tables.get(0));
        for (TableMeta table : tables) {
            span = span.with(table);
        }
        return span;
    }

    KeySpan with(TableMeta table) {
        return new KeySpan(
                Keys.compare(table.minKey(), min) < 0 ? table.minKey() : min,
                Keys.compare(table.maxKey(), max) > 0 ? table.maxKey() : max);
    }

    boolean overlaps(TableMeta table) {
        return Keys.compare(table.minKey(), max) <= 0 && Keys.compare(table.maxKey(), min) >= 0;
    }

    boolean overlaps(KeySpan other) {
        return Keys.compare(other.min, max) <= 0 && Keys.compare(other.max, min) >= 0;
    }

    /** Those of a disjoint level's tables, in key order, that share keys with the span: a run of neighbours. */
    List<TableMeta> overlapping(List<TableMeta> disjoint) {
        int from = 0;
        int high = disjoint.size();
        while (from < high) {
            int middle = (from + high) >>> 1;
            if (Keys.compare(disjoint.get(middle).maxKey(), min) < 0) {
                from = middle + 1;
            } else {
                high = middle;
            }
        }
        int to = from;
        while (to < disjoint.size() && Keys.compare(disjoint.get(to).minKey(), max) <= 0) {
            to++;
        }
        return disjoint.subList(from, to);
    }
}
