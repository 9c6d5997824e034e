package dev.kiban.internal.compaction;

import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of one keyspace at one version: the picker's input. Immutable.
 *
 * @param keyspace id
 * @param levels {@link LevelShape#LEVELS} lists: L0 newest first, the levels below by key and free of shared keys
 */
public record KeyspaceLevels(int keyspace, List<List<TableMeta>> levels) {

    public KeyspaceLevels {
        if (levels.size() != LevelShape.LEVELS) {
            throw new IllegalArgumentException(levels.size() + " levels instead of " + LevelShape.LEVELS);
        }
        List<List<TableMeta>> copy = new ArrayList<>(LevelShape.LEVELS);
        levels.forEach(level -> copy.add(List.copyOf(level)));
        levels = List.copyOf(copy);
    }

    public List<TableMeta> level(int level) {
        return levels.get(level);
    }

    long bytes(int level) {
        return bytes(levels.get(level));
    }

    long totalBytes() {
        long total = 0;
        for (List<TableMeta> level : levels) {
            total += bytes(level);
        }
        return total;
    }

    /** The deepest level that holds a table; 0 when none does. */
    int deepestLevel() {
        for (int level = LevelShape.LAST; level > 0; level--) {
            if (!levels.get(level).isEmpty()) {
                return level;
            }
        }
        return 0;
    }

    static long bytes(List<TableMeta> tables) {
        long total = 0;
        for (TableMeta table : tables) {
            total += table.size();
        }
        return total;
    }
}
