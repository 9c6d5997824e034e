package dev.kiban.dashboard;

import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.Event;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a page says of a recorded run before the browser has read it.
 *
 * @param id names it in addresses
 * @param title for people; its id where it has none
 * @param engineName of the store
 * @param engineVersion empty where unknown
 * @param commit empty where unknown
 * @param workload in words, empty where unknown
 * @param host in words, empty where unknown
 * @param date of its start, ISO, UTC
 * @param seconds it lasted
 * @param operations in all
 * @param bytes of the recording
 */
record RecordedRun(
        String id,
        String title,
        String engineName,
        String engineVersion,
        String commit,
        String workload,
        String host,
        String date,
        long seconds,
        long operations,
        long bytes) {

    private static final long MEBIBYTE = 1 << 20;

    /**
     * Reads a recording to its end, to know its length.
     *
     * @param in closed when it is read
     * @throws IOException when it is no trace, is damaged, or cannot be read
     */
    static RecordedRun read(String id, long bytes, InputStream in) throws IOException {
        Head head = null;
        long millis = 0;
        long operations = 0;
        try (TraceReader reader = TraceReader.open(in)) {
            TraceLine line;
            while ((line = reader.next()) != null) {
                if (line instanceof Head first) {
                    head = first;
                }
                if (line instanceof Sample sample) {
                    operations = sample.ops();
                }
                if (line instanceof End end && end.totals().get("ops") instanceof Number total) {
                    operations = total.longValue();
                }
                millis = Math.max(millis, time(line));
            }
        }
        if (head == null) {
            throw new IOException("it holds no whole line");
        }
        return new RecordedRun(
                id,
                head.title() == null || head.title().isBlank() ? id : head.title(),
                head.engine().name(),
                text(head.engine().version()),
                text(head.engine().commit()),
                workload(head.workload()),
                host(head.host()),
                Instant.ofEpochMilli(head.t0())
                        .atOffset(ZoneOffset.UTC)
                        .toLocalDate()
                        .toString(),
                Math.round(millis / 1_000.0),
                operations,
                bytes);
    }

    private static long time(TraceLine line) {
        if (line instanceof Sample sample) {
            return sample.t();
        }
        if (line instanceof Event event) {
            return event.t();
        }
        if (line instanceof Mark mark) {
            return mark.t();
        }
        return line instanceof End end ? end.t() : 0;
    }

    private static String workload(Map<String, Object> of) {
        List<String> words = new ArrayList<>();
        add(words, "%s", of.get("name"));
        add(words, "%s keys", of.get("keys"));
        add(words, "keys of %s bytes", of.get("keyBytes"));
        add(words, "values of %s bytes", of.get("valueBytes"));
        add(words, "%s threads", of.get("threads"));
        add(words, "durability %s", of.get("durability"));
        return String.join(", ", words);
    }

    private static String host(Map<String, Object> of) {
        List<String> words = new ArrayList<>();
        add(words, "%s CPUs", of.get("cpus"));
        add(words, "%s MiB of memory", mebibytes(of.get("memBytes")));
        add(words, "%s MiB of heap", mebibytes(of.get("heapBytes")));
        add(words, "%s", of.get("disk"));
        add(words, "%s", of.get("os"));
        add(words, "%s", of.get("jvm"));
        return String.join(", ", words);
    }

    private static @Nullable Object mebibytes(@Nullable Object bytes) {
        return bytes instanceof Number number ? number.longValue() / MEBIBYTE : null;
    }

    private static void add(List<String> words, String phrase, @Nullable Object value) {
        if (value instanceof Number number) {
            words.add(phrase.formatted(NumberFormat.getInstance(Locale.ROOT).format(number)));
        } else if (value instanceof String text && !text.isBlank()) {
            words.add(phrase.formatted(text));
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
