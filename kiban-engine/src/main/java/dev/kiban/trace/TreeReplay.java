package dev.kiban.trace;

import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceLine.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rebuilds the file set from a trace's {@code snap} and {@code v} lines. A snap replaces the set, so that a replay may begin at any
 * of them; applied in order from the first, the edits alone give the set of every later snap.
 *
 * <p>Not thread safe.
 */
public final class TreeReplay {

    private final TreeMap<Long, Table> tables = new TreeMap<>();
    private long version;

    /** A replay of nothing yet. */
    public TreeReplay() {}

    /** The file set as of a line of the trace, that line included. Costs the lines since the last snap before it. */
    public static TreeReplay at(List<TraceLine> lines, int index) {
        int from = index;
        while (from > 0 && !(lines.get(from) instanceof Snap snap && !snap.continued())) {
            from--;
        }
        TreeReplay replay = new TreeReplay();
        for (TraceLine line : lines.subList(from, index + 1)) {
            replay.apply(line);
        }
        return replay;
    }

    /** Takes a line; those that are no snap or edit change nothing. Unknown files in an edit's removals are passed over. */
    public void apply(TraceLine line) {
        if (line instanceof Edit edit) {
            edit.removed().forEach(tables::remove);
            edit.added().forEach(table -> tables.put(table.file(), table));
            version = edit.version();
        } else if (line instanceof Snap snap) {
            if (!snap.continued()) {
                tables.clear();
            }
            snap.tables().forEach(table -> tables.put(table.file(), table));
            version = snap.version();
        }
    }

    /** The tables by file number, as they are now; a view. */
    public SortedMap<Long, Table> tables() {
        return Collections.unmodifiableSortedMap(tables);
    }

    /** The number of the file set; 0 before the first line. */
    public long version() {
        return version;
    }

    /** The tables of a level in the order of their file numbers. */
    public List<Table> level(int level) {
        List<Table> of = new ArrayList<>();
        for (Table table : tables.values()) {
            if (table.level() == level) {
                of.add(table);
            }
        }
        return of;
    }
}
