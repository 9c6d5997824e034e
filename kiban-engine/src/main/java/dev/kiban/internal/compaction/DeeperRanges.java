package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.util.List;

/**
 * Answers from the key ranges of the deeper levels' tables. Keys ascend, so each level keeps its place and a whole job passes
 * each table once. Confined to one thread and one walk.
 */
public final class DeeperRanges implements KeyMayExistBelow {

    private final TableMeta[][] levels;
    private final int[] places;

    /**
     * @param levels disjoint levels, each in key order
     */
    public DeeperRanges(List<List<Table>> levels) {
        this.levels = levels.stream()
                .filter(level -> !level.isEmpty())
                .map(level -> level.stream().map(Table::meta).toArray(TableMeta[]::new))
                .toArray(TableMeta[][]::new);
        this.places = new int[this.levels.length];
    }

    @Override
    public boolean test(byte[] key, int keyLength) {
        for (int i = 0; i < levels.length; i++) {
            TableMeta[] tables = levels[i];
            int place = places[i];
            while (place < tables.length && compare(tables[place].maxKey(), key, keyLength) < 0) {
                place++;
            }
            places[i] = place;
            if (place < tables.length && compare(tables[place].minKey(), key, keyLength) <= 0) {
                return true;
            }
        }
        return false;
    }

    private static int compare(byte[] bound, byte[] key, int keyLength) {
        return Keys.compare(bound, bound.length, key, keyLength);
    }
}
