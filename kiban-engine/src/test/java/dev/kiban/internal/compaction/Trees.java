package dev.kiban.internal.compaction;

import dev.kiban.internal.read.Entry;
import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.List;

/** Small trees for table tests: keys are letters, sizes are kilobytes. */
final class Trees {

    static final long KB = 1000;

    /** L1 holds 100 kB, each level below ten times more; tables of 10 kB. */
    static final LevelShape SHAPE = new LevelShape(4, 100 * KB, 10, 10 * KB);

    private Trees() {}

    /** A table of 10 kB without tombstones; its sequences are its number. */
    static TableMeta table(long number, String min, String max) {
        return table(number, min, max, 10 * KB);
    }

    static TableMeta table(long number, String min, String max, long size) {
        return new TableMeta(number, 1, size, Entry.bytes(min), Entry.bytes(max), number, number, 10_000, 0);
    }

    /** A table of 10 kB of which half the entries are tombstones. */
    static TableMeta dense(long number, String min, String max) {
        return new TableMeta(number, 1, 10 * KB, Entry.bytes(min), Entry.bytes(max), number, number, 10_000, 5_000);
    }

    /** Levels from L0 down; missing ones are empty. L0 is given newest first. */
    @SafeVarargs
    static KeyspaceLevels tree(List<TableMeta>... levels) {
        List<List<TableMeta>> all = new ArrayList<>();
        for (List<TableMeta> level : levels) {
            all.add(level);
        }
        while (all.size() < LevelShape.LEVELS) {
            all.add(List.of());
        }
        return new KeyspaceLevels(1, all);
    }

    static List<Long> numbers(List<TableMeta> tables) {
        return tables.stream().map(TableMeta::number).toList();
    }

    static String describe(CompactionPlan plan) {
        return "L" + plan.fromLevel() + numbers(plan.upper()) + " L" + plan.toLevel() + numbers(plan.lower())
                + (plan.trivialMove() ? " move" : "") + (plan.isBottommost() ? " bottom" : "");
    }
}
