package dev.kiban.internal.compaction;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Version;
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

    private final int keyspace;
    private final Version tree;
    private final LevelShape shape;
    private final RunningPlans running;

    PlanBuilder(int keyspace, Version tree, LevelShape shape, RunningPlans running) {
        this.keyspace = keyspace;
        this.tree = tree;
        this.shape = shape;
        this.running = running;
    }

    /** From L0 to L1 with one L0 table and all that must go along. */
    Optional<CompactionPlan> fromL0(Table seed, String reason) {
        if (running.isAnyBusy(tree.tables(0))) {
            return Optional.empty();
        }
        List<Table> upper = List.of(seed);
        KeySpan span = KeySpan.of(seed);
        for (int before = 0; before < upper.size(); ) {
            before = upper.size();
            upper = span.overlapping(tree, 0);
            span = KeySpan.of(upper);
        }
        return checked(plan(0, 1, upper, reason));
    }

    /** From a disjoint level to the next, with the neighbouring tables given and others that cost nothing more. */
    Optional<CompactionPlan> down(int level, List<Table> chosen, String reason) {
        Optional<CompactionPlan> plan = checked(plan(level, level + 1, chosen, reason));
        return plan.map(found -> found.lower().isEmpty() ? found : widened(found));
    }

    /** Rewrites neighbouring tables of a disjoint level within it. */
    Optional<CompactionPlan> inPlace(int level, List<Table> chosen, String reason) {
        CompactionPlan plan = new CompactionPlan(
                keyspace, level, level, chosen, List.of(), deeper(level, KeySpan.of(chosen)), false, reason);
        return checked(plan);
    }

    /** Whether no level below holds keys between the table's first and last. */
    boolean isDeepest(int level, Table table) {
        return deeper(level, KeySpan.of(table)).stream().allMatch(List::isEmpty);
    }

    private CompactionPlan plan(int from, int to, List<Table> upper, String reason) {
        List<Table> lower = KeySpan.of(upper).overlapping(tree, to);
        KeySpan span = KeySpan.of(Stream.concat(upper.stream(), lower.stream()).toList());
        List<List<Table>> deeper = deeper(to, span);
        boolean move = upper.size() == 1 && lower.isEmpty() && isMovable(upper.get(0), deeper);
        return new CompactionPlan(keyspace, from, to, upper, lower, deeper, move, reason);
    }

    /** A move must not make the table costly to compact later, nor carry droppable tombstones down unread. */
    private boolean isMovable(Table table, List<List<Table>> deeper) {
        long grandparentBytes = deeper.isEmpty() ? 0 : CompactionPlan.bytes(deeper.get(0));
        boolean bottommost = deeper.stream().allMatch(List::isEmpty);
        return grandparentBytes <= shape.maxGrandparentBytes() && !(bottommost && LevelShape.isDense(table.meta()));
    }

    private List<List<Table>> deeper(int level, KeySpan span) {
        List<List<Table>> deeper = new ArrayList<>();
        for (int below = level + 1; below < Version.LEVELS; below++) {
            deeper.add(span.overlapping(tree, below));
        }
        return deeper;
    }

    /** Takes further upper tables that need no further lower ones: they would have to be merged with the same tables later. */
    private CompactionPlan widened(CompactionPlan plan) {
        List<Table> upper = plan.span().overlapping(tree, plan.fromLevel());
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
