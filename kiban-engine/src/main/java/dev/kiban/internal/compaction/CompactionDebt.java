package dev.kiban.internal.compaction;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** How much compaction a keyspace wants: scores, and bytes that wait. Pure functions. */
public final class CompactionDebt {

    private CompactionDebt() {}

    /** One score a level, L0 first, over all tables. */
    public static List<LevelScore> scores(Version tree, LevelShape shape) {
        return scores(tree, shape, table -> true);
    }

    /** One score a level, over the tables that pass. */
    static List<LevelScore> scores(Version tree, LevelShape shape, Predicate<Table> counted) {
        List<LevelScore> scores = new ArrayList<>(Version.LEVELS);
        for (int level = 0; level < Version.LEVELS; level++) {
            int files = 0;
            long bytes = 0;
            for (Table table : tree.tables(level)) {
                if (counted.test(table)) {
                    files++;
                    bytes += table.meta().size();
                }
            }
            scores.add(score(level, files, bytes, shape));
        }
        return scores;
    }

    private static LevelScore score(int level, int files, long bytes, LevelShape shape) {
        if (level == 0) {
            double score = Math.max((double) files / shape.l0CompactionFiles(), (double) bytes / shape.levelBaseSize());
            return new LevelScore(level, files, bytes, 0, score, score >= 1 ? bytes : 0);
        }
        if (level == LevelShape.LAST) {
            return new LevelScore(level, files, bytes, 0, 0, 0);
        }
        long target = shape.target(level);
        return new LevelScore(level, files, bytes, target, (double) bytes / target, Math.max(0, bytes - target));
    }

    /**
     * Bytes that compactions will read until every score is below 1: an estimate.
     *
     * <p>As RocksDB estimates its pending compaction bytes: what is above a level's target moves down and, on the way, makes
     * the next level rewrite as many bytes a moved byte as the two levels' sizes stand to one another; it then adds to that
     * level, whose surplus moves on. L0 moves as a whole once it wants compaction, and rewrites all of L1.
     */
    public static long pendingBytes(Version tree, LevelShape shape) {
        double pending = 0;
        double arriving = 0;
        LevelScore top = score(0, tree.tables(0).size(), tree.bytes(0), shape);
        if (top.score() >= 1) {
            arriving = top.bytes();
            pending = arriving + tree.bytes(1);
        }
        for (int level = 1; level < LevelShape.LAST; level++) {
            double bytes = tree.bytes(level) + arriving;
            arriving = Math.max(0, bytes - shape.target(level));
            if (arriving > 0) {
                pending += arriving * (1 + tree.bytes(level + 1) / bytes);
            }
        }
        return pending >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) pending;
    }
}
