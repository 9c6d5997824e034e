package dev.kiban.trace;

import dev.kiban.metrics.Latency;
import dev.kiban.trace.TraceFormatException.Reason;
import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.EngineInfo;
import dev.kiban.trace.TraceLine.Event;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Level;
import dev.kiban.trace.TraceLine.Limits;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceLine.Measure;
import dev.kiban.trace.TraceLine.Memtables;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceLine.Table;
import dev.kiban.trace.TraceLine.Unknown;
import dev.kiban.trace.TraceLine.Wal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns a line of JSON into a {@link TraceLine}. Unknown kinds become {@link Unknown}, unknown fields and further elements of known
 * arrays are ignored, absent fields are 0, empty or null; a known field of the wrong type is damage. Stateless.
 */
final class LineDecoder {

    private LineDecoder() {}

    static TraceLine decode(String text, int maxDepth) throws TraceFormatException {
        TraceFields line = new TraceFields(JsonParser.object(text, maxDepth));
        return switch (line.text("k", "")) {
            case "head" -> head(line);
            case "s" -> sample(line);
            case "v" ->
                new Edit(q(line), line.number("t"), line.number("version"), tables(line, "add"), longs(line, "del"));
            case "snap" ->
                new Snap(q(line), line.number("t"), line.number("version"), tables(line, "files"), line.flag("cont"));
            case "e" ->
                new Event(
                        q(line),
                        line.number("t"),
                        line.text("e", ""),
                        line.optionalText("phase"),
                        line.without("k", "q", "t", "e", "phase"));
            case "m" -> new Measure(q(line), line.without("k", "q"));
            case "mark" -> new Mark(q(line), line.number("t"), line.text("name", ""));
            case "end" ->
                new End(
                        q(line),
                        line.number("t"),
                        line.text("status", ""),
                        line.object("totals").all(),
                        line.number("lines"),
                        line.text("crc32c", ""));
            case "" -> throw new TraceFormatException(Reason.DAMAGED, "has no kind");
            default -> new Unknown(line.number("q", -1), line.text("k", ""), line.all());
        };
    }

    private static long q(TraceFields line) throws TraceFormatException {
        long q = line.number("q", -1);
        if (q < 1) {
            throw new TraceFormatException(Reason.DAMAGED, "has no sequence");
        }
        return q;
    }

    private static Head head(TraceFields line) throws TraceFormatException {
        if (!line.text("format", "").equals(LineEncoder.FORMAT)) {
            throw new TraceFormatException(Reason.NOT_A_TRACE, "names another format than " + LineEncoder.FORMAT);
        }
        long version = line.number("v");
        if (version > LineEncoder.VERSION) {
            throw new TraceFormatException(
                    Reason.TOO_NEW,
                    "is version " + version + " of the format; this reader knows up to " + LineEncoder.VERSION
                            + ": read it with a newer Kiban");
        }
        if (version < 1) {
            throw new TraceFormatException(Reason.DAMAGED, "has no version of the format");
        }
        TraceFields engine = line.object("engine");
        TraceFields limits = line.object("limits");
        return new Head(
                q(line),
                (int) version,
                line.text("id", ""),
                line.optionalText("title"),
                new EngineInfo(
                        engine.text("name", ""),
                        engine.optionalText("version"),
                        engine.optionalText("commit"),
                        engine.object("options").all()),
                line.object("workload").all(),
                line.object("host").all(),
                line.number("t0"),
                line.number("sampleMs", 1000),
                (int) line.number("levels", 7),
                new Limits(
                        limits.number("l0Slow"),
                        limits.number("l0Stop"),
                        limits.number("memtables"),
                        limits.number("pendSoft"),
                        limits.number("pendHard")));
    }

    private static Sample sample(TraceFields line) throws TraceFormatException {
        List<Level> levels = new ArrayList<>();
        for (Object element : line.list("levels")) {
            TraceRow row = TraceRow.of(element, "levels");
            levels.add(new Level(row.number(0), row.number(1), row.decimal(2), row.optionalNumber(3)));
        }
        TraceRow memtables = TraceRow.of(line.list("memtables"), "memtables");
        TraceRow wal = TraceRow.of(line.list("wal"), "wal");
        return new Sample(
                q(line),
                line.number("t"),
                line.number("ops"),
                line.number("reads"),
                line.number("bytesIn"),
                line.number("bytesOut"),
                List.copyOf(levels),
                line.number("queued"),
                longs(line, "queuedByLevel"),
                line.number("delayRate"),
                line.flag("stopped"),
                line.optionalText("stall"),
                line.number("blocked"),
                line.number("blockedMs"),
                new Memtables(memtables.number(0), memtables.number(1), memtables.number(2)),
                new Wal(wal.number(0), wal.number(1), wal.number(2), wal.number(3)),
                latency(line, "readNs"),
                latency(line, "writeNs"),
                line.text("engine", ""),
                line.number("start"),
                line.optionalText("state"),
                line.number("flushBytes"),
                line.number("compactReadBytes"),
                line.number("compactBytes"),
                line.number("heap"),
                line.optionalNumber("gcMs"),
                line.optionalNumber("cpuMs"),
                line.optionalNumber("rss"));
    }

    private static Latency latency(TraceFields line, String name) throws TraceFormatException {
        TraceRow row = TraceRow.of(line.list(name), name);
        return new Latency(row.number(4), row.number(5), row.number(0), row.number(1), row.number(2), row.number(3));
    }

    private static List<Long> longs(TraceFields line, String name) throws TraceFormatException {
        TraceRow row = TraceRow.of(line.list(name), name);
        List<Long> longs = new ArrayList<>(row.size());
        for (int i = 0; i < row.size(); i++) {
            longs.add(row.number(i));
        }
        return List.copyOf(longs);
    }

    private static List<Table> tables(TraceFields line, String name) throws TraceFormatException {
        List<@Nullable Object> elements = line.list(name);
        List<Table> tables = new ArrayList<>(elements.size());
        for (Object element : elements) {
            TraceRow row = TraceRow.of(element, name);
            tables.add(new Table(
                    row.number(0),
                    (int) row.number(1),
                    row.number(2),
                    row.number(3),
                    bound(row, 4),
                    bound(row, 5),
                    row.number(6),
                    row.number(7),
                    row.text(8, "default")));
        }
        return List.copyOf(tables);
    }

    private static @Nullable Object bound(TraceRow row, int index) throws TraceFormatException {
        Object bound = row.element(index);
        if (bound == null || bound instanceof String || bound instanceof Long) {
            return bound;
        }
        throw row.wrong(index);
    }
}
