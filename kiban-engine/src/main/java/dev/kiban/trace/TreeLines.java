package dev.kiban.trace;

import dev.kiban.KeyVisibility;
import dev.kiban.event.TableInfo;
import dev.kiban.event.TableSet;
import dev.kiban.event.VersionEdited;
import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceLine.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the file set that the trace has told so far, and tells its changes. Every line goes through the same replay that a reader
 * uses, so that a snap is by construction what the edits before it add up to.
 *
 * <p>Large sets and edits are told in several lines, each well below the reader's bound. Not thread safe.
 */
final class TreeLines {

    /** Text of a line's tables beyond which the next line begins. One table more stays below 1 MiB, whatever its keys. */
    private static final int LINE_TEXT = 512 << 10;

    /** Hands out sequence and time of lines and takes them. */
    interface Out {
        long nextQ();

        long t();

        void accept(TraceLine line);
    }

    private final TreeReplay told = new TreeReplay();
    private final KeyView keys;
    private final Out out;

    TreeLines(KeyVisibility visibility, Out out) {
        this.keys = new KeyView(visibility);
        this.out = out;
    }

    /** The number of the set told so far. */
    long version() {
        return told.version();
    }

    /** Tells the whole set for the first time. */
    void begin(TableSet set) {
        keys.introduce(set.tables());
        snap(set.version(), shown(set.tables()));
    }

    /** Tells the set as told so far once more, for readers who begin here. */
    void keyframe() {
        snap(told.version(), List.copyOf(told.tables().values()));
    }

    void edit(VersionEdited edit) {
        edit(edit.version(), edit.added(), edit.removed());
    }

    /**
     * Compares what was told with the true set, and tells the difference, if any, as an edit.
     *
     * @return whether there was one
     */
    boolean correct(TableSet truth) {
        Map<Long, Table> gone = new HashMap<>(told.tables());
        List<TableInfo> added = new ArrayList<>();
        for (TableInfo table : truth.tables()) {
            Table known = gone.get(table.number());
            if (known != null && known.level() == table.level()) {
                gone.remove(table.number());
            } else {
                added.add(table);
            }
        }
        if (gone.isEmpty() && added.isEmpty() && truth.version() == told.version()) {
            return false;
        }
        edit(truth.version(), added, gone.keySet().stream().sorted().toList());
        return true;
    }

    private void edit(long version, List<TableInfo> added, List<Long> removed) {
        keys.introduce(added);
        // Removals fit one line: a number has at most 20 digits. What they cannot fill, additions may.
        List<Long> left = removed;
        for (List<Table> part : parts(shown(added))) {
            tell(new Edit(out.nextQ(), out.t(), version, part, left));
            left = List.of();
        }
        keys.forgetAllBut(told.tables().values());
    }

    private void snap(long version, List<Table> tables) {
        boolean continued = false;
        for (List<Table> part : parts(tables)) {
            tell(new Snap(out.nextQ(), out.t(), version, part, continued));
            continued = true;
        }
    }

    private void tell(TraceLine line) {
        told.apply(line);
        out.accept(line);
    }

    private List<Table> shown(List<TableInfo> tables) {
        List<Table> shown = new ArrayList<>(tables.size());
        for (TableInfo table : tables) {
            // Files of L0 overlap, so that each is a run of its own; a deeper level is one run.
            long run = table.level() == 0 ? table.number() : 0;
            shown.add(new Table(
                    table.number(),
                    table.level(),
                    run,
                    table.size(),
                    keys.show(table.keyspace(), table.minKey()),
                    keys.show(table.keyspace(), table.maxKey()),
                    table.entries(),
                    table.tombstones(),
                    table.keyspace()));
        }
        return shown;
    }

    /** At least one part, perhaps empty. */
    private static List<List<Table>> parts(List<Table> tables) {
        List<List<Table>> parts = new ArrayList<>();
        List<Table> part = new ArrayList<>();
        int text = 0;
        for (Table table : tables) {
            if (text > LINE_TEXT) {
                parts.add(part);
                part = new ArrayList<>();
                text = 0;
            }
            part.add(table);
            text += 120
                    + length(table.lo())
                    + length(table.hi())
                    + table.keyspace().length();
        }
        parts.add(part);
        return parts;
    }

    private static int length(@Nullable Object bound) {
        return bound instanceof String hex ? hex.length() : 20;
    }
}
