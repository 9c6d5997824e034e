package dev.kiban.trace;

import dev.kiban.event.BackgroundError;
import dev.kiban.event.CompactionBegin;
import dev.kiban.event.CompactionEnd;
import dev.kiban.event.FlushBegin;
import dev.kiban.event.FlushEnd;
import dev.kiban.event.KibanEvent;
import dev.kiban.event.StallBegin;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import dev.kiban.trace.TraceLine.Event;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says events in the words of the trace. Stateless. */
final class EventFields {

    private static final int MAX_MESSAGE = 1_000;

    private EventFields() {}

    /** The line of an event; null for one that has another kind of line. */
    static @Nullable Event line(long q, long t, KibanEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (event instanceof FlushBegin begin) {
            fields.put("job", begin.job());
            fields.put("reason", begin.reason());
            fields.put("bytes", begin.bytes());
            return new Event(q, t, "flush", "begin", fields);
        } else if (event instanceof FlushEnd end) {
            fields.put("job", end.job());
            fields.put("reason", end.reason());
            fields.put("tables", end.tables());
            fields.put("bytes", end.bytesWritten());
            fields.put("ms", millis(end.nanos()));
            fields.put("ok", end.success());
            return new Event(q, t, "flush", "end", fields);
        } else if (event instanceof CompactionBegin begin) {
            fields.put("job", begin.job());
            fields.put("keyspace", begin.keyspace());
            fields.put("from", begin.fromLevel());
            fields.put("to", begin.toLevel());
            fields.put("tables", begin.inputTables());
            fields.put("bytes", begin.inputBytes());
            fields.put("reason", begin.reason());
            return new Event(q, t, "compaction", "begin", fields);
        } else if (event instanceof CompactionEnd end) {
            fields.put("job", end.job());
            fields.put("keyspace", end.keyspace());
            fields.put("from", end.fromLevel());
            fields.put("to", end.toLevel());
            fields.put("read", end.bytesRead());
            fields.put("bytes", end.bytesWritten());
            fields.put("dropped", end.dropped());
            fields.put("ms", millis(end.nanos()));
            fields.put("reason", end.reason());
            fields.put("ok", end.success());
            return new Event(q, t, "compaction", "end", fields);
        } else if (event instanceof StallBegin begin) {
            fields.put("cause", cause(begin.cause()));
            fields.put("kind", kind(begin.kind()));
            fields.put("value", begin.value());
            fields.put("limit", begin.limit());
            return new Event(q, t, "stall", "begin", fields);
        } else if (event instanceof StallEnd end) {
            fields.put("cause", cause(end.cause()));
            fields.put("kind", kind(end.kind()));
            fields.put("ms", millis(end.nanos()));
            return new Event(q, t, "stall", "end", fields);
        } else if (event instanceof BackgroundError error) {
            return error(q, t, error.component(), error.kind(), error.message());
        }
        return null;
    }

    static Event error(long q, long t, String component, String kind, String message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("component", component);
        fields.put("kind", kind);
        fields.put("message", message.substring(0, Math.min(message.length(), MAX_MESSAGE)));
        return new Event(q, t, "error", null, fields);
    }

    static Event slowSync(long q, long t, long nanos, long limitMillis) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("ms", millis(nanos));
        fields.put("limit", limitMillis);
        return new Event(q, t, "walSync", null, fields);
    }

    static String cause(StallCause cause) {
        return cause.name().toLowerCase(Locale.ROOT);
    }

    private static String kind(StallKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
