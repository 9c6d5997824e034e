package dev.kiban.internal.version;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.TableMeta;
import java.util.Comparator;

/** The order of tables within a level: L0 newest first, the levels below by key. Stateless. */
final class LevelOrder {

    private static final Comparator<TableMeta> NEWEST_FIRST = Comparator.comparingLong(TableMeta::maxSequence)
            .thenComparingLong(TableMeta::number)
            .reversed();

    private static final Comparator<TableMeta> BY_KEY =
            Comparator.comparing(TableMeta::minKey, Keys::compare).thenComparingLong(TableMeta::number);

    private LevelOrder() {}

    static Comparator<TableMeta> of(int level) {
        return level == 0 ? NEWEST_FIRST : BY_KEY;
    }

    /** Whether every key of the first is smaller than every key of the second. */
    static boolean isBefore(TableMeta first, TableMeta second) {
        return Keys.compare(first.maxKey(), second.minKey()) < 0;
    }
}
