package dev.kiban.internal.compaction;

import dev.kiban.internal.table.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * One compaction to run: merge the upper and lower inputs of one keyspace into tables of the lower level. Immutable.
 *
 * @param keyspace id
 * @param fromLevel level of the upper inputs
 * @param toLevel level of the lower inputs and of the outputs; equal to {@code fromLevel} for a rewrite in place
 * @param upper tables of the upper level, in its order (L0 newest first); never empty
 * @param lower tables of the lower level that share keys with the upper ones, in key order
 * @param deeper for each level below {@code toLevel}, its tables that share keys with the inputs, in key order
 * @param trivialMove the one upper table can change its level without being read
 * @param reason why it was picked, in a word or two
 */
public record CompactionPlan(
        int keyspace,
        int fromLevel,
        int toLevel,
        List<Table> upper,
        List<Table> lower,
        List<List<Table>> deeper,
        boolean trivialMove,
        String reason) {

    public CompactionPlan {
        if (upper.isEmpty()) {
            throw new IllegalArgumentException("a compaction without inputs");
        }
        upper = List.copyOf(upper);
        lower = List.copyOf(lower);
        List<List<Table>> copy = new ArrayList<>(deeper.size());
        deeper.forEach(level -> copy.add(List.copyOf(level)));
        deeper = List.copyOf(copy);
    }

    /** Upper and lower inputs. */
    public List<Table> inputs() {
        List<Table> inputs = new ArrayList<>(upper.size() + lower.size());
        inputs.addAll(upper);
        inputs.addAll(lower);
        return inputs;
    }

    /** Bytes of all inputs. */
    public long inputBytes() {
        return bytes(upper) + bytes(lower);
    }

    /** Entries of all inputs. */
    public long inputEntries() {
        long entries = 0;
        for (Table table : inputs()) {
            entries += table.meta().entries();
        }
        return entries;
    }

    /** The tables one level below the outputs that share keys with them: outputs are cut so that each overlaps few. */
    public List<Table> grandparents() {
        return deeper.isEmpty() ? List.of() : deeper.get(0);
    }

    /** Whether nothing below the outputs shares keys with them, so that tombstones nobody needs can go. */
    public boolean isBottommost() {
        return deeper.stream().allMatch(List::isEmpty);
    }

    static long bytes(List<Table> tables) {
        long total = 0;
        for (Table table : tables) {
            total += table.meta().size();
        }
        return total;
    }

    /** The keys that the outputs may lie between. */
    KeySpan span() {
        KeySpan span = KeySpan.of(upper);
        return lower.isEmpty() ? span : span.with(lower.get(0)).with(lower.get(lower.size() - 1));
    }
}
