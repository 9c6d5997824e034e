package dev.kiban.internal.compaction;

import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Turns chosen tables into whole plans: adds everything that must move along, and refuses what a running job stands in the way
 * of. Pure.
 *
 * <p>Two rules keep every key's versions in order, newer ones above older ones. Of L0, everything that shares keys with a
 * chosen table goes along, transitively; what stays shares no key with what goes. Of the level below, every table that
 * shares keys with the chosen ones is merged.
 */
final class PlanBuilder {

    /** The upper inputs are widened for free only while the whole job reads at most this many tables' worth of bytes. */
    private static final int WIDENED_TABLES = 25;

    private final KeyspaceLevels tree;
    private final LevelShape shape;
    private final RunningPlans running;

    PlanBuilder(KeyspaceLevels tree, LevelShape shape, RunningPlans running) {
        this.tree = tree;
        this.shape = shape;
        this.running = running;
    }

    /** From L0 to L1 with one L0 table and all that must go along. */
    Optional<CompactionPlan> fromL0(TableMeta seed, String reason) {
        List<TableMeta> files = tree.level(0);
        if (running.isAnyBusy(files)) {
            return Optional.empty();
        }
        List<TableMeta> upper = List.of(seed);
        KeySpan span = KeySpan.of(seed);
        for (int before = 0; before < upper.size(); ) {
            before = upper.size();
            KeySpan reach = span;
            upper = files.stream().filter(reach::overlaps).toList();
            span = KeySpan.of(upper);
        }
        return checked(plan(0, 1, upper, reason));
    }

    /** From a disjoint level to the next, with the neighbouring tables given and others that cost nothing more. */
    Optional<CompactionPlan> down(int level, List<TableMeta> chosen, String reason) {
        Optional<CompactionPlan> plan = checked(plan(level, level + 1, chosen, reason));
        return plan.map(found -> found.lower().isEmpty() ? found : widened(found));
    }

    /** Rewrites neighbouring tables of a disjoint level within it. */
    Optional<CompactionPlan> inPlace(int level, List<TableMeta> chosen, String reason) {
        CompactionPlan plan = new CompactionPlan(
                tree.keyspace(), level, level, chosen, List.of(), deeper(level, KeySpan.of(chosen)), false, reason);
        return checked(plan);
    }

    /** Whether no level below holds keys between the table's first and last. */
    boolean isDeepest(int level, TableMeta table) {
        return deeper(level, KeySpan.of(table)).stream().allMatch(List::isEmpty);
    }

    private CompactionPlan plan(int from, int to, List<TableMeta> upper, String reason) {
        List<TableMeta> lower = KeySpan.of(upper).overlapping(tree.level(to));
        KeySpan span = KeySpan.of(Stream.concat(upper.stream(), lower.stream()).toList());
        List<List<TableMeta>> deeper = deeper(to, span);
        boolean move = upper.size() == 1 && lower.isEmpty() && isMovable(upper.get(0), deeper);
        return new CompactionPlan(tree.keyspace(), from, to, upper, lower, deeper, move, reason);
    }

    /** A move must not make the table costly to compact later, nor carry droppable tombstones down unread. */
    private boolean isMovable(TableMeta table, List<List<TableMeta>> deeper) {
        long grandparentBytes = deeper.isEmpty() ? 0 : KeyspaceLevels.bytes(deeper.get(0));
        boolean bottommost = deeper.stream().allMatch(List::isEmpty);
        return grandparentBytes <= shape.maxGrandparentBytes() && !(bottommost && LevelShape.isDense(table));
    }

    private List<List<TableMeta>> deeper(int level, KeySpan span) {
        List<List<TableMeta>> deeper = new ArrayList<>();
        for (int below = level + 1; below < LevelShape.LEVELS; below++) {
            deeper.add(span.overlapping(tree.level(below)));
        }
        return deeper;
    }

    /** Takes further upper tables that need no further lower ones: they would have to be merged with the same tables later. */
    private CompactionPlan widened(CompactionPlan plan) {
        List<TableMeta> upper = plan.span().overlapping(tree.level(plan.fromLevel()));
        if (upper.size() == plan.upper().size()) {
            return plan;
        }
        CompactionPlan wider = plan(plan.fromLevel(), plan.toLevel(), upper, plan.reason());
        boolean sameLower = wider.lower().size() == plan.lower().size();
        boolean bounded = wider.inputBytes() <= LevelShape.saturatedTimes(shape.tableSize(), WIDENED_TABLES);
        return sameLower && bounded && !running.conflictsWith(wider) ? wider : plan;
    }

    private Optional<CompactionPlan> checked(CompactionPlan plan) {
        return running.conflictsWith(plan) ? Optional.empty() : Optional.of(plan);
    }
}
