package dev.kiban.internal.compaction;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Says which compaction a keyspace wants most: a pure function of its tables, the wanted shape and what runs already.
 *
 * <p>Classic leveling. The fullest level whose score is at least 1 goes first. In it, tombstone-dense tables go first, then
 * those that overlap the fewest bytes of the next level for each of their own. When no level is too full, tombstone-dense
 * tables are pushed down all the same until they meet what they delete, and rewritten where nothing lies deeper, so that
 * deletes stop costing reads and space. A table waits with that while a snapshot may still need its tombstones: a rewrite would
 * keep them, and be picked again for ever.
 */
public final class CompactionPicker {

    private final LevelShape shape;

    public CompactionPicker(LevelShape shape) {
        this.shape = shape;
    }

    /**
     * The next compaction to run, or empty when there is none that a running one does not hinder.
     *
     * @param keyspace id
     * @param tree the keyspace's tables
     * @param running plans of compactions that run now, of this keyspace or others
     * @param oldestLive the oldest sequence that anybody may read at: the oldest snapshot's, else the newest visible one
     */
    public Optional<CompactionPlan> pick(
            int keyspace, Version tree, Collection<CompactionPlan> running, long oldestLive) {
        RunningPlans busy = new RunningPlans(keyspace, running);
        PlanBuilder builder = new PlanBuilder(keyspace, tree, shape, busy);
        List<LevelScore> full = CompactionDebt.scores(tree, shape, table -> !busy.isBusy(table)).stream()
                .filter(score -> score.score() >= 1)
                .sorted(Comparator.comparingDouble(LevelScore::score).reversed())
                .toList();
        for (LevelScore score : full) {
            Optional<CompactionPlan> plan =
                    score.level() == 0 ? pickFromL0(tree, builder) : pickFromLevel(tree, busy, builder, score.level());
            if (plan.isPresent()) {
                return plan;
            }
        }
        return pickDense(tree, busy, builder, oldestLive);
    }

    /** Oldest first, so that what has been waiting longest goes. */
    private Optional<CompactionPlan> pickFromL0(Version tree, PlanBuilder builder) {
        List<Table> files = tree.tables(0);
        for (int i = files.size() - 1; i >= 0; i--) {
            Optional<CompactionPlan> plan = builder.fromL0(files.get(i), "L0 files");
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Optional.empty();
    }

    private Optional<CompactionPlan> pickFromLevel(Version tree, RunningPlans busy, PlanBuilder builder, int level) {
        List<Candidate> candidates = new ArrayList<>();
        for (Table table : tree.tables(level)) {
            if (!busy.isBusy(table)) {
                long below = CompactionPlan.bytes(KeySpan.of(table).overlapping(tree, level + 1));
                candidates.add(new Candidate(
                        level, table, (double) below / Math.max(1, table.meta().size())));
            }
        }
        candidates.sort(Candidate.DENSE_THEN_CHEAP);
        for (Candidate candidate : candidates) {
            Optional<CompactionPlan> plan = builder.down(level, List.of(candidate.table), "level size");
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Optional.empty();
    }

    private static Optional<CompactionPlan> pickDense(
            Version tree, RunningPlans busy, PlanBuilder builder, long oldestLive) {
        List<Candidate> candidates = new ArrayList<>();
        for (int level = 0; level < Version.LEVELS; level++) {
            for (Table table : tree.tables(level)) {
                if (LevelShape.isDense(table.meta())
                        && table.meta().maxSequence() <= oldestLive
                        && !busy.isBusy(table)) {
                    candidates.add(new Candidate(level, table, 0));
                }
            }
        }
        candidates.sort(Candidate.MOST_TOMBSTONES);
        for (Candidate candidate : candidates) {
            Optional<CompactionPlan> plan = denseDown(builder, candidate);
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Optional.empty();
    }

    private static Optional<CompactionPlan> denseDown(PlanBuilder builder, Candidate candidate) {
        if (candidate.level == 0) {
            return builder.fromL0(candidate.table, "tombstones");
        }
        List<Table> table = List.of(candidate.table);
        return builder.isDeepest(candidate.level, candidate.table)
                ? builder.inPlace(candidate.level, table, "tombstones")
                : builder.down(candidate.level, table, "tombstones");
    }

    /** A table that might go, and how many bytes of the next level it would take along for each of its own. */
    private record Candidate(int level, Table table, double overlap) {

        private static final Comparator<Candidate> MOST_TOMBSTONES = Comparator.<Candidate>comparingLong(
                        candidate -> candidate.table.meta().tombstones())
                .reversed()
                .thenComparingLong(candidate -> candidate.table.meta().number());

        private static final Comparator<Candidate> DENSE_THEN_CHEAP = Comparator.<Candidate, Boolean>comparing(
                        candidate -> !LevelShape.isDense(candidate.table.meta()))
                .thenComparingDouble(Candidate::overlap)
                .thenComparingLong(candidate -> candidate.table.meta().number());
    }
}
