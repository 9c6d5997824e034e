package dev.kiban.trace;

import dev.kiban.metrics.Latency;
import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.Event;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Level;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceLine.Measure;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceLine.Table;
import dev.kiban.trace.TraceLine.Unknown;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns a {@link TraceLine} into its JSON, without the line break. Stateless. */
final class LineEncoder {

    static final String FORMAT = "kiban-trace";
    static final int VERSION = 1;

    private LineEncoder() {}

    static String encode(TraceLine line) {
        JsonWriter json = new JsonWriter().beginObject();
        if (line instanceof Sample sample) {
            sample(json, sample);
        } else if (line instanceof Edit edit) {
            begin(json, "v", edit.q()).field("t", edit.t()).field("version", edit.version());
            tables(json.name("add"), edit.added());
            json.field("del", edit.removed());
        } else if (line instanceof Snap snap) {
            begin(json, "snap", snap.q()).field("t", snap.t()).field("version", snap.version());
            if (snap.continued()) {
                json.field("cont", true);
            }
            tables(json.name("files"), snap.tables());
        } else if (line instanceof Event event) {
            begin(json, "e", event.q()).field("t", event.t()).field("e", event.event());
            if (event.phase() != null) {
                json.field("phase", event.phase());
            }
            event.fields().forEach(json::field);
        } else if (line instanceof Head head) {
            head(json, head);
        } else if (line instanceof Mark mark) {
            begin(json, "mark", mark.q()).field("t", mark.t()).field("name", mark.name());
        } else if (line instanceof End end) {
            begin(json, "end", end.q())
                    .field("t", end.t())
                    .field("status", end.status())
                    .field("totals", end.totals())
                    .field("lines", end.lines())
                    .field("crc32c", end.crc32c());
        } else if (line instanceof Measure measure) {
            begin(json, "m", measure.q());
            measure.fields().forEach(json::field);
        } else if (line instanceof Unknown unknown) {
            unknown.fields().forEach(json::field);
        }
        return json.endObject().toString();
    }

    private static JsonWriter begin(JsonWriter json, String kind, long q) {
        return json.field("k", kind).field("q", q);
    }

    private static void head(JsonWriter json, Head head) {
        begin(json, "head", head.q())
                .field("format", FORMAT)
                .field("v", head.version())
                .field("id", head.id())
                .field("title", head.title());
        json.name("engine")
                .beginObject()
                .field("name", head.engine().name())
                .field("version", head.engine().version())
                .field("commit", head.engine().commit())
                .field("options", head.engine().options())
                .endObject();
        json.field("workload", head.workload())
                .field("host", head.host())
                .field("t0", head.t0())
                .field("sampleMs", head.sampleMillis())
                .field("levels", head.levels());
        json.name("limits")
                .beginObject()
                .field("l0Slow", head.limits().l0Slow())
                .field("l0Stop", head.limits().l0Stop())
                .field("memtables", head.limits().memtables())
                .field("pendSoft", head.limits().pendSoft())
                .field("pendHard", head.limits().pendHard())
                .endObject();
    }

    private static void sample(JsonWriter json, Sample s) {
        begin(json, "s", s.q())
                .field("t", s.t())
                .field("ops", s.ops())
                .field("reads", s.reads())
                .field("bytesIn", s.bytesIn())
                .field("bytesOut", s.bytesOut());
        json.name("levels").beginArray();
        for (Level level : s.levels()) {
            json.beginArray()
                    .value(level.files())
                    .value(level.bytes())
                    .value(level.score())
                    .any(level.target())
                    .endArray();
        }
        json.endArray()
                .field("queued", s.queued())
                .field("queuedByLevel", s.queuedByLevel())
                .field("delayRate", s.delayRate())
                .field("stopped", s.stopped())
                .field("stall", s.stall())
                .field("blocked", s.blocked())
                .field("blockedMs", s.blockedMillis());
        json.name("memtables")
                .beginArray()
                .value(s.memtables().activeBytes())
                .value(s.memtables().sealedBytes())
                .value(s.memtables().sealed())
                .endArray();
        json.name("wal")
                .beginArray()
                .value(s.wal().files())
                .value(s.wal().bytes())
                .value(s.wal().written())
                .value(s.wal().syncs())
                .endArray();
        latency(json.name("readNs"), s.read());
        latency(json.name("writeNs"), s.write());
        json.field("engine", s.engine()).field("start", s.start());
        optional(json, "state", s.state());
        json.field("flushBytes", s.flushBytes())
                .field("compactReadBytes", s.compactReadBytes())
                .field("compactBytes", s.compactBytes())
                .field("heap", s.heap());
        optional(json, "gcMs", s.gcMillis());
        optional(json, "cpuMs", s.cpuMillis());
        optional(json, "rss", s.rss());
    }

    private static void optional(JsonWriter json, String name, @Nullable Object value) {
        if (value != null) {
            json.field(name, value);
        }
    }

    private static void latency(JsonWriter json, Latency latency) {
        json.beginArray()
                .value(latency.p50Nanos())
                .value(latency.p99Nanos())
                .value(latency.p999Nanos())
                .value(latency.maxNanos())
                .value(latency.count())
                .value(latency.sumNanos())
                .endArray();
    }

    private static void tables(JsonWriter json, List<Table> tables) {
        json.beginArray();
        for (Table table : tables) {
            json.beginArray()
                    .value(table.file())
                    .value(table.level())
                    .value(table.run())
                    .value(table.bytes())
                    .any(table.lo())
                    .any(table.hi())
                    .value(table.entries())
                    .value(table.tombstones())
                    .value(table.keyspace())
                    .endArray();
        }
        json.endArray();
    }
}
