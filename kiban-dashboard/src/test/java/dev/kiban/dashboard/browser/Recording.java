package dev.kiban.dashboard.browser;

import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TreeReplay;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The run that the dashboard ships, as the engine's own reader sees it: what the page is compared with.
 *
 * @param lines of the trace
 */
record Recording(List<TraceLine> lines) {

    static final String ID = "random-writes-10m";

    static final String RESOURCE = "/dev/kiban/dashboard/traces/" + ID + ".ktrace.ndjson.gz";

    static Recording shipped() throws IOException {
        try (InputStream in = Objects.requireNonNull(Recording.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new Recording(TraceReader.readAll(in).lines());
        }
    }

    TraceLine.Head head() {
        return (TraceLine.Head) lines.get(0);
    }

    List<Sample> samples() {
        return lines.stream()
                .filter(Sample.class::isInstance)
                .map(Sample.class::cast)
                .toList();
    }

    long duration() {
        return ((TraceLine.End) lines.get(lines.size() - 1)).t();
    }

    /** By level, the bytes of its files at that moment. */
    List<Long> levelBytes(long t) {
        TreeReplay tree = tree(t);
        List<Long> bytes = new ArrayList<>();
        for (int level = 0; level < head().levels(); level++) {
            bytes.add(
                    tree.level(level).stream().mapToLong(TraceLine.Table::bytes).sum());
        }
        return bytes;
    }

    /** The numbers of the files at that moment. */
    Set<Long> files(long t) {
        return new TreeSet<>(tree(t).tables().keySet());
    }

    private TreeReplay tree(long t) {
        TreeReplay replay = new TreeReplay();
        for (TraceLine line : lines) {
            if (line instanceof TraceLine.Edit edit && edit.t() > t
                    || line instanceof TraceLine.Snap snap && snap.t() > t) {
                break;
            }
            replay.apply(line);
        }
        return replay;
    }

    /** When stalls began and marks were set, in order. */
    List<Long> moments() {
        return lines.stream()
                .filter(line -> line instanceof TraceLine.Mark || isMoment(line))
                .map(line -> line instanceof TraceLine.Mark mark ? mark.t() : ((TraceLine.Event) line).t())
                .sorted()
                .toList();
    }

    private static boolean isMoment(TraceLine line) {
        return line instanceof TraceLine.Event event
                && (event.event().equals("stall") && "begin".equals(event.phase())
                        || event.event().equals("error")
                        || event.event().equals("walSync"));
    }
}
