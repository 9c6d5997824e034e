package dev.kiban.internal.version;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Says what is wrong with a tree: order and disjointness of its levels, and whether what each table says of itself can be
 * true. For tests and the torture command; quadratic in L0. Stateless.
 */
final class LevelCheck {

    private LevelCheck() {}

    static List<String> problems(Version version) {
        List<String> problems = new ArrayList<>();
        Set<Long> numbers = new HashSet<>();
        Set<Integer> keyspaces = new HashSet<>();
        for (int level = 0; level < Version.LEVELS; level++) {
            List<TableMeta> tables =
                    version.tables(level).stream().map(Table::meta).toList();
            for (TableMeta meta : tables) {
                checkTable(level, meta, problems);
                keyspaces.add(meta.keyspace());
                if (!numbers.add(meta.number())) {
                    problems.add("table " + meta.number() + " stands in the tree twice");
                }
            }
            if (level == 0) {
                checkNewestFirst(tables, problems);
            } else {
                checkDisjoint(level, tables, problems);
            }
        }
        if (keyspaces.size() > 1) {
            problems.add("the tree holds tables of several keyspaces: " + keyspaces);
        }
        return problems;
    }

    private static void checkTable(int level, TableMeta meta, List<String> problems) {
        String name = "L" + level + " table " + meta.number() + " ";
        if (Keys.compare(meta.minKey(), meta.maxKey()) > 0) {
            problems.add(name + "has its keys the wrong way round");
        }
        if (meta.minSequence() < 0 || meta.minSequence() > meta.maxSequence()) {
            problems.add(name + "has sequences " + meta.minSequence() + " to " + meta.maxSequence());
        }
        if (meta.size() <= 0 || meta.entries() <= 0) {
            problems.add(name + "has " + meta.size() + " bytes and " + meta.entries() + " entries");
        }
        if (meta.tombstones() < 0 || meta.tombstones() > meta.entries()) {
            problems.add(name + "has " + meta.tombstones() + " tombstones among " + meta.entries() + " entries");
        }
    }

    /** Readers stop at the first L0 table that has the key, so where keys meet, sequences must not. */
    private static void checkNewestFirst(List<TableMeta> tables, List<String> problems) {
        for (int newer = 0; newer < tables.size(); newer++) {
            for (int older = newer + 1; older < tables.size(); older++) {
                TableMeta first = tables.get(newer);
                TableMeta second = tables.get(older);
                if (LevelOrder.of(0).compare(first, second) > 0) {
                    problems.add("L0 tables " + first.number() + " and " + second.number() + " stand oldest first");
                }
                boolean keysMeet = !LevelOrder.isBefore(first, second) && !LevelOrder.isBefore(second, first);
                if (keysMeet && first.minSequence() <= second.maxSequence()) {
                    problems.add(
                            "L0 tables " + first.number() + " and " + second.number() + " share keys and sequences");
                }
            }
        }
    }

    private static void checkDisjoint(int level, List<TableMeta> tables, List<String> problems) {
        for (int i = 1; i < tables.size(); i++) {
            TableMeta before = tables.get(i - 1);
            TableMeta after = tables.get(i);
            if (LevelOrder.of(level).compare(before, after) > 0) {
                problems.add("L" + level + " tables " + before.number() + " and " + after.number()
                        + " stand in the wrong order");
            } else if (!LevelOrder.isBefore(before, after)) {
                problems.add("L" + level + " tables " + before.number() + " and " + after.number() + " overlap");
            }
        }
    }
}
