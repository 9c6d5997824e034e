package dev.kiban.internal.compaction;

import dev.kiban.internal.read.Entry;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Small trees for table tests: keys are letters, sizes are kilobytes. */
final class Trees {

    static final long KB = 1000;

    /** L1 holds 100 kB, each level below ten times more; tables of 10 kB. */
    static final LevelShape SHAPE = new LevelShape(4, 100 * KB, 10, 10 * KB);

    private Trees() {}

    /** A table of 10 kB without tombstones; its sequences are its number. */
    static Table table(long number, String min, String max) {
        return table(number, min, max, 10 * KB);
    }

    static Table table(long number, String min, String max, long size) {
        return new Table(new TableMeta(number, 1, size, Entry.bytes(min), Entry.bytes(max), number, number, 10_000, 0));
    }

    /** A table of 10 kB of which half the entries are tombstones. */
    static Table dense(long number, String min, String max) {
        return new Table(
                new TableMeta(number, 1, 10 * KB, Entry.bytes(min), Entry.bytes(max), number, number, 10_000, 5_000));
    }

    /** Levels from L0 down; missing ones are empty. */
    @SafeVarargs
    static Version tree(List<Table>... levels) {
        List<Version.Placed> placed = new ArrayList<>();
        for (int level = 0; level < levels.length; level++) {
            for (Table table : levels[level]) {
                placed.add(new Version.Placed(level, table));
            }
        }
        return Version.empty().apply(placed, Set.of());
    }

    static List<Long> numbers(List<Table> tables) {
        return tables.stream().map(table -> table.meta().number()).toList();
    }

    static String describe(CompactionPlan plan) {
        return "L" + plan.fromLevel() + numbers(plan.upper()) + " L" + plan.toLevel() + numbers(plan.lower())
                + (plan.trivialMove() ? " move" : "") + (plan.isBottommost() ? " bottom" : "");
    }
}
