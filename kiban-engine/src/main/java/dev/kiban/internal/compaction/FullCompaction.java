package dev.kiban.internal.compaction;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The plans that merge one keyspace down to a single last level, one after the other: what a user's compact() runs.
 *
 * <p>Level by level, each in chunks of bounded size: everything that a level holds when its turn comes goes down. At the end
 * the tables of the last level that no plan has written are rewritten in place, so that old versions and tombstones in them
 * go too. It ends, whatever is flushed meanwhile: a level's turn covers the file numbers that existed when it began, and the
 * last rewrite those that existed at the start.
 *
 * <p>The last level is the deepest that holds tables, or a deeper one whose target all the bytes fit, so that the picker does
 * not move them on at once. Confined to one thread.
 */
public final class FullCompaction {

    private static final String REASON = "manual";

    /** Upper tables of a chunk, in target table sizes. */
    private static final int CHUNK_TABLES = 10;

    private final int keyspace;
    private final LevelShape shape;
    private final long firstNewNumber;

    private int lastLevel;
    private int level;
    private long bound;
    private boolean done;

    /**
     * @param keyspace id
     * @param start the keyspace's tables now
     * @param nextFileNumber greater than every file number of theirs
     */
    public FullCompaction(int keyspace, LevelShape shape, Version start, long nextFileNumber) {
        this.keyspace = keyspace;
        this.shape = shape;
        this.firstNewNumber = nextFileNumber;
        this.bound = nextFileNumber;
        this.lastLevel = lastLevelFor(start);
    }

    /** Whether everything that was there at the start has been merged: no plan will follow. */
    public boolean isDone() {
        return done;
    }

    /**
     * The next plan; run it and install its outcome before asking again. Empty means the end when {@link #isDone()}, else that
     * a running compaction must end first.
     *
     * @param tree the keyspace's tables now
     * @param running plans of compactions that run now
     * @param nextFileNumber greater than every file number used so far
     */
    public Optional<CompactionPlan> next(Version tree, Collection<CompactionPlan> running, long nextFileNumber) {
        RunningPlans busy = new RunningPlans(keyspace, running);
        PlanBuilder builder = new PlanBuilder(keyspace, tree, shape, busy);
        while (level < lastLevel && !anyBefore(tree.tables(level), bound)) {
            level++;
            bound = nextFileNumber;
            lastLevel = Math.max(lastLevel, tree.deepestLevel());
        }
        if (level == 0 && level < lastLevel) {
            return pickFromL0(tree.tables(0), builder);
        }
        if (level < lastLevel) {
            return pickChunk(tree.tables(level), busy, bound, chunk -> builder.down(level, chunk, REASON));
        }
        done = !anyBefore(tree.tables(lastLevel), firstNewNumber);
        return pickChunk(
                tree.tables(lastLevel), busy, firstNewNumber, chunk -> builder.inPlace(lastLevel, chunk, REASON));
    }

    private Optional<CompactionPlan> pickFromL0(List<Table> files, PlanBuilder builder) {
        for (int i = files.size() - 1; i >= 0; i--) {
            if (files.get(i).meta().number() < bound) {
                return builder.fromL0(files.get(i), REASON);
            }
        }
        return Optional.empty();
    }

    private Optional<CompactionPlan> pickChunk(
            List<Table> tables, RunningPlans busy, long before, ChunkPlanner planner) {
        int at = 0;
        while (at < tables.size()) {
            List<Table> chunk = chunk(tables, at, busy, before);
            Optional<CompactionPlan> plan = chunk.isEmpty() ? Optional.empty() : planner.plan(chunk);
            if (plan.isPresent()) {
                return plan;
            }
            at += Math.max(1, chunk.size());
        }
        return Optional.empty();
    }

    /** Free old neighbours from the index on, up to the size of a chunk; none when the table there is not one. */
    private List<Table> chunk(List<Table> tables, int from, RunningPlans busy, long before) {
        List<Table> chunk = new ArrayList<>();
        long room = LevelShape.saturatedTimes(shape.tableSize(), CHUNK_TABLES);
        for (Table table : tables.subList(from, tables.size())) {
            boolean fits = chunk.isEmpty() || table.meta().size() <= room;
            if (table.meta().number() >= before || busy.isBusy(table) || !fits) {
                break;
            }
            chunk.add(table);
            room -= table.meta().size();
        }
        return chunk;
    }

    private int lastLevelFor(Version tree) {
        int last = Math.max(1, tree.deepestLevel());
        long total = CompactionPlan.bytes(tree.tables());
        while (last < LevelShape.LAST && shape.target(last) <= total) {
            last++;
        }
        return last;
    }

    private static boolean anyBefore(List<Table> tables, long number) {
        for (Table table : tables) {
            if (table.meta().number() < number) {
                return true;
            }
        }
        return false;
    }

    @FunctionalInterface
    private interface ChunkPlanner {
        Optional<CompactionPlan> plan(List<Table> chunk);
    }
}
