package dev.kiban.internal.version;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tree of one keyspace at one moment: which tables stand in which level.
 *
 * <p>Invariants: L0 stands newest first; in L1 and below tables ascend by key and no two share one, so a key is looked for in
 * at most one table a level. {@link #checkLevels} says where they do not hold.
 *
 * <p>Immutable, so thread safe. A version does not keep its tables open: whoever reads pins a view that holds it.
 */
public final class Version {

    /** Levels of the tree, 0 to 6. */
    public static final int LEVELS = 7;

    /** A table and the level it joins. */
    public record Placed(int level, Table table) {}

    private static final Version EMPTY = new Version(emptyLevels());

    private final List<Level> levels;
    private final int deepestLevel;

    private Version(List<Level> levels) {
        this.levels = List.copyOf(levels);
        int deepest = LEVELS - 1;
        while (deepest >= 0 && levels.get(deepest).tables.isEmpty()) {
            deepest--;
        }
        this.deepestLevel = deepest;
    }

    /** A tree without tables. */
    public static Version empty() {
        return EMPTY;
    }

    /**
     * The version after a change. A table that moves between levels stands in both arguments.
     *
     * @param removed file numbers; every one is in this version
     * @throws IllegalStateException when a removed table is absent, an added one is there already, or two overlap in L1 or
     *     below
     */
    public Version apply(List<Placed> added, Set<Long> removed) {
        int gone = 0;
        List<Level> next = new ArrayList<>(LEVELS);
        for (int number = 0; number < LEVELS; number++) {
            Level level = levels.get(number);
            List<Table> tables = new ArrayList<>(level.tables);
            tables.removeIf(table -> removed.contains(table.meta().number()));
            gone += level.tables.size() - tables.size();
            boolean grown = false;
            for (Placed placed : added) {
                if (placed.level() == number) {
                    tables.add(placed.table());
                    grown = true;
                }
            }
            next.add(grown || tables.size() < level.tables.size() ? Level.of(number, tables) : level);
        }
        if (gone != removed.size()) {
            throw new IllegalStateException("a table is removed that the version does not have");
        }
        Version version = new Version(next);
        version.requireDistinct();
        return version;
    }

    private void requireDistinct() {
        Set<Long> numbers = new HashSet<>();
        for (Level level : levels) {
            for (Table table : level.tables) {
                if (!numbers.add(table.meta().number())) {
                    throw new IllegalStateException("table " + table.meta().number() + " is added twice");
                }
            }
        }
    }

    /** The level's tables in its order; cannot be changed. */
    public List<Table> tables(int level) {
        return levels.get(level).tables;
    }

    /** Every table, upper levels first. */
    public List<Table> tables() {
        List<Table> all = new ArrayList<>();
        levels.forEach(level -> all.addAll(level.tables));
        return all;
    }

    /** Bytes of the level's files. */
    public long bytes(int level) {
        return levels.get(level).bytes;
    }

    /** Entries in the level, tombstones included. */
    public long entries(int level) {
        return levels.get(level).entries;
    }

    public long tombstones(int level) {
        return levels.get(level).tombstones;
    }

    /** The deepest level that has a table, or -1. */
    public int deepestLevel() {
        return deepestLevel;
    }

    public boolean isEmpty() {
        return deepestLevel < 0;
    }

    /**
     * The one table of the level that can hold the key, or null. Logarithmic and without allocation.
     *
     * @param level 1 to 6; in L0 any table may hold any key
     */
    public @Nullable Table find(int level, byte[] key) {
        Level searched = levels.get(level);
        int index = searched.firstEndingAtOrAfter(key);
        if (index == searched.maxKeys.length) {
            return null;
        }
        Table table = searched.tables.get(index);
        return Keys.compare(table.meta().minKey(), key) <= 0 ? table : null;
    }

    /**
     * The tables of the level that may hold a key of the range, in the level's order.
     *
     * @param from first key of the range, or null for no bound
     * @param to last key of the range (it belongs to it), or null for no bound
     */
    public List<Table> tablesOverlapping(int level, byte @Nullable [] from, byte @Nullable [] to) {
        Level searched = levels.get(level);
        if (level == 0) {
            List<Table> found = new ArrayList<>();
            for (Table table : searched.tables) {
                TableMeta meta = table.meta();
                if ((from == null || Keys.compare(meta.maxKey(), from) >= 0)
                        && (to == null || Keys.compare(meta.minKey(), to) <= 0)) {
                    found.add(table);
                }
            }
            return found;
        }
        int first = from == null ? 0 : searched.firstEndingAtOrAfter(from);
        int end = to == null ? searched.tables.size() : searched.firstBeginningAfter(to);
        return first >= end ? List.of() : searched.tables.subList(first, end);
    }

    /** What is wrong with the tree, a line a problem; empty when nothing is. Names tables by number, never by key. */
    public List<String> checkLevels() {
        return LevelCheck.problems(this);
    }

    private static List<Level> emptyLevels() {
        List<Level> levels = new ArrayList<>(LEVELS);
        for (int number = 0; number < LEVELS; number++) {
            levels.add(Level.of(number, List.of()));
        }
        return levels;
    }

    /** Tables in order with their sums; maxKeys repeats the bounds side by side for the search. */
    private static final class Level {

        private final List<Table> tables;
        private final byte[][] maxKeys;
        private final long bytes;
        private final long entries;
        private final long tombstones;

        private Level(List<Table> sorted) {
            tables = List.copyOf(sorted);
            maxKeys = new byte[sorted.size()][];
            long byteSum = 0;
            long entrySum = 0;
            long tombstoneSum = 0;
            for (int i = 0; i < maxKeys.length; i++) {
                TableMeta meta = sorted.get(i).meta();
                maxKeys[i] = meta.maxKey();
                byteSum += meta.size();
                entrySum += meta.entries();
                tombstoneSum += meta.tombstones();
            }
            bytes = byteSum;
            entries = entrySum;
            tombstones = tombstoneSum;
        }

        private static Level of(int number, List<Table> tables) {
            List<Table> sorted = new ArrayList<>(tables);
            sorted.sort(Comparator.comparing(Table::meta, LevelOrder.of(number)));
            for (int i = 1; number > 0 && i < sorted.size(); i++) {
                TableMeta before = sorted.get(i - 1).meta();
                TableMeta after = sorted.get(i).meta();
                if (!LevelOrder.isBefore(before, after)) {
                    throw new IllegalStateException(
                            "tables " + before.number() + " and " + after.number() + " overlap in level " + number);
                }
            }
            return new Level(sorted);
        }

        private int firstEndingAtOrAfter(byte[] key) {
            int low = 0;
            int high = maxKeys.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (Keys.compare(maxKeys[middle], key) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private int firstBeginningAfter(byte[] key) {
            int index = firstEndingAtOrAfter(key);
            // Disjoint tables: only the first that ends at or after the key can begin before or at it.
            boolean begins = index < maxKeys.length
                    && Keys.compare(tables.get(index).meta().minKey(), key) <= 0;
            return begins ? index + 1 : index;
        }
    }
}
