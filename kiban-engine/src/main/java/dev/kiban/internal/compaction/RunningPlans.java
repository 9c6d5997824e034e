package dev.kiban.internal.compaction;

import dev.kiban.internal.table.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the running compactions of one keyspace hold: their input tables, and the key spans that they write to a level.
 * Two jobs must not share a table, and must not write to one level in overlapping spans.
 */
final class RunningPlans {

    private final Set<Long> busyTables = new HashSet<>();
    private final List<CompactionPlan> plans = new ArrayList<>();

    RunningPlans(int keyspace, Collection<CompactionPlan> running) {
        for (CompactionPlan plan : running) {
            if (plan.keyspace() == keyspace) {
                plans.add(plan);
                plan.inputs().forEach(table -> busyTables.add(table.meta().number()));
            }
        }
    }

    boolean isBusy(Table table) {
        return busyTables.contains(table.meta().number());
    }

    boolean isAnyBusy(List<Table> tables) {
        for (Table table : tables) {
            if (isBusy(table)) {
                return true;
            }
        }
        return false;
    }

    boolean conflictsWith(CompactionPlan wanted) {
        if (isAnyBusy(wanted.upper()) || isAnyBusy(wanted.lower())) {
            return true;
        }
        KeySpan span = wanted.span();
        for (CompactionPlan plan : plans) {
            if (plan.toLevel() == wanted.toLevel() && plan.span().overlaps(span)) {
                return true;
            }
        }
        return false;
    }
}
