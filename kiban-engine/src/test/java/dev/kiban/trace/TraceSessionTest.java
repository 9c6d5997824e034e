package dev.kiban.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.InvalidOptionException;
import dev.kiban.KeyVisibility;
import dev.kiban.StorageException;
import dev.kiban.event.BackgroundError;
import dev.kiban.event.StallBegin;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import dev.kiban.event.TableInfo;
import dev.kiban.metrics.Latency;
import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.Event;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceLine.Table;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TraceSessionTest {

    private final long seed = Long.getLong("kiban.seed", 20_260_102L);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ManualScheduler clock = new ManualScheduler();
    private final FakeStore store = new FakeStore(clock);

    @Test
    void aTraceBeginsWithHeadSnapAndSample() throws IOException {
        store.randomEdit(random);
        TraceSession session = store.start(TraceOptions.defaults()
                .withTitle("a \"title\"\n")
                .withCommit("abc123 with changes")
                .withWorkload(Map.of("threads", 4, "name", "random"))
                .withHost(Map.of("disk", "nvme")));
        List<TraceLine> lines = read(session.lines(0));
        assertThat(lines).hasSize(3);
        Head head = (Head) lines.get(0);
        assertThat(head.q()).isEqualTo(1);
        assertThat(head.version()).isEqualTo(1);
        assertThat(head.title()).isEqualTo("a \"title\"\n");
        assertThat(head.engine().name()).isEqualTo("memories");
        assertThat(head.engine().options()).isEqualTo(Map.of("cacheSize", 1024L, "durability", "PROCESS"));
        assertThat(head.workload()).isEqualTo(Map.of("threads", 4L, "name", "random"));
        assertThat(head.host()).containsEntry("disk", "nvme").containsKeys("cpus", "os", "jvm", "heapBytes");
        assertThat((long) head.host().get("memBytes")).isGreaterThan(64 << 20);
        assertThat(head.engine().version()).isEqualTo(EngineVersion.get());
        assertThat(head.engine().commit()).isEqualTo("abc123 with changes");
        assertThat(head.t0()).isEqualTo(ManualScheduler.WALL);
        assertThat(head.levels()).isEqualTo(7);
        assertThat(head.limits()).isEqualTo(store.limits());
        assertThat(lines.get(1)).isInstanceOf(Snap.class);
        assertThat(((Snap) lines.get(1)).tables()).hasSize(1);
        assertThat(lines.get(2)).isInstanceOf(Sample.class);
    }

    @Test
    void aSampleHoldsTheCountersAndTheIntervalsLatencies() throws IOException {
        store.reads.record(5);
        TraceSession session = store.start(TraceOptions.defaults());
        store.reads.record(40);
        store.writes.record(50);
        clock.second();
        List<TraceLine> lines = read(session.lines(3));
        assertThat(lines).hasSize(1);
        Sample sample = (Sample) lines.get(0);
        assertThat(sample.t()).isEqualTo(1_000);
        assertThat(sample.ops()).isEqualTo(2_500_000 + 987 + 10_200_000 + 34_567 + 1_200);
        assertThat(sample.reads()).isEqualTo(2_500_987);
        assertThat(sample.bytesIn()).isEqualTo(2_700_000_000L);
        assertThat(sample.bytesOut()).isEqualTo(660_000_000);
        assertThat(sample.levels()).hasSize(7);
        assertThat(sample.levels().get(0)).isEqualTo(new TraceLine.Level(5, 5 << 20, 1.25, null));
        assertThat(sample.levels().get(1)).isEqualTo(new TraceLine.Level(14, 45 << 20, 1.15, 40L << 20));
        assertThat(sample.queuedByLevel()).containsExactly(0L, 1L << 20, 2L << 20, 3L << 20, 0L, 0L, 0L);
        assertThat(sample.queued()).isEqualTo(6L << 20);
        assertThat(sample.stopped()).isFalse();
        assertThat(sample.stall()).isEqualTo("l0_files");
        assertThat(sample.blocked()).isEqualTo(3);
        assertThat(sample.blockedMillis()).isEqualTo(6 * (2_300 + 180));
        assertThat(sample.delayRate()).isEqualTo(16 << 20);
        assertThat(sample.memtables()).isEqualTo(new TraceLine.Memtables(11 << 20, 32 << 20, 1));
        assertThat(sample.wal()).isEqualTo(new TraceLine.Wal(2, 48 << 20, 2_900_000_000L, 4_321));
        assertThat(sample.read()).isEqualTo(new Latency(1, 40, 40, 40, 40, 40));
        assertThat(sample.write()).isEqualTo(new Latency(1, 50, 50, 50, 50, 50));
        assertThat(sample.engine()).isEqualTo("memories");
        assertThat(sample.start()).isPositive();
        assertThat(sample.state()).isEqualTo("open");
        assertThat(sample.flushBytes()).isEqualTo(2_650L << 20);
        assertThat(sample.compactBytes()).isEqualTo(6_500L << 20);
        assertThat(sample.heap()).isPositive();
        assertThat(sample.gcMillis()).isNotNull();
        // Where the system does not tell, neither does the sample.
        assertThat(sample.rss() == null).isEqualTo(new ProcessProbe().residentBytes() == null);
    }

    @Test
    void replayingTheEditsFromTheFirstSnapGivesEveryLaterSnap() throws IOException {
        for (int round = 0; round < 8; round++) {
            TraceSession session = store.start(TraceOptions.defaults());
            for (int second = 0; second < 200; second++) {
                for (int i = random.nextInt(4); i > 0; i--) {
                    store.randomEdit(random);
                }
                clock.second();
            }
            session.close();
            List<TraceLine> lines = read(session.lines(0));
            assertThat(lines.stream().filter(Snap.class::isInstance))
                    .as("seed %d", seed)
                    .hasSize(4);
            assertThat(lines.stream().filter(Event.class::isInstance)).isEmpty();
            assertReplayEqualsSnaps(lines);
            assertTold(TreeReplay.at(lines, lines.size() - 1));
        }
    }

    @Test
    void editsThatRaceWithTheStartAreToldOnce() throws IOException {
        for (int i = 0; i < 5; i++) {
            store.randomEdit(random);
        }
        // The file set is taken after the listener was added: this edit is in both.
        store.beforeTables = () -> {
            store.beforeTables = () -> {};
            store.randomEdit(random);
        };
        TraceSession session = store.start(TraceOptions.defaults());
        store.randomEdit(random);
        List<TraceLine> lines = read(session.lines(0));
        assertThat(lines.stream().filter(Edit.class::isInstance)).hasSize(1);
        assertTold(TreeReplay.at(lines, lines.size() - 1));
    }

    @Test
    void lostEventsAreMadeUpForByAnEdit() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        for (int i = 0; i < 30; i++) {
            store.randomEdit(random);
        }
        store.losing = true;
        for (int i = 0; i < 30; i++) {
            store.randomEdit(random);
        }
        store.losing = false;
        store.randomEdit(random);
        assertTold(replay(session));
        for (int i = 0; i < 30; i++) {
            store.randomEdit(random);
        }
        clock.seconds(60);
        List<TraceLine> lines = read(session.lines(0));
        assertReplayEqualsSnaps(lines);
        assertTold(TreeReplay.at(lines, lines.size() - 1));
    }

    @Test
    void aKeyframeThatDiffersFromTheStoreIsCorrectedAndReported() throws IOException {
        store.randomEdit(random);
        TraceSession session = store.start(TraceOptions.defaults());
        // A table that joined without an edit: a bug of the store that the trace must not hide.
        store.tables.put(999L, FakeStore.table(random, 999, 3));
        clock.seconds(60);
        List<TraceLine> lines = read(session.lines(0));
        assertThat(lines.stream()
                        .filter(line ->
                                line instanceof Event event && event.event().equals("error")))
                .hasSize(1);
        assertReplayEqualsSnaps(lines);
        assertTold(TreeReplay.at(lines, lines.size() - 1));
    }

    @Test
    void sequencesAscendByOneAndTimesNeverGoBack() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        for (int second = 0; second < 100; second++) {
            store.randomEdit(random);
            // Events tell wall-clock times, which may be off either way.
            store.publish(new BackgroundError(
                    clock.wallMillis() + random.nextLong(-5_000, 5_000), "flush", "io", "disk\u2028gone \ud800"));
            clock.second();
        }
        List<TraceLine> lines = read(session.lines(0));
        long t = 0;
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i).q()).isEqualTo(i + 1);
            if (lines.get(i) instanceof Event event) {
                assertThat(event.t()).isGreaterThanOrEqualTo(t).isLessThanOrEqualTo(100_000);
                t = event.t();
            } else if (lines.get(i) instanceof Sample sample) {
                assertThat(sample.t()).isGreaterThanOrEqualTo(t);
                t = sample.t();
            }
        }
    }

    @Test
    void aStallIsToldWithCauseKindValueLimitAndDuration() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        clock.advance(250);
        store.publish(new StallBegin(clock.wallMillis(), StallCause.L0_FILES, StallKind.STOP, 24, 20));
        clock.advance(500);
        store.publish(new StallEnd(clock.wallMillis(), StallCause.L0_FILES, StallKind.STOP, 500_250_000));
        List<TraceLine> lines = read(session.lines(3));
        assertThat(lines)
                .containsExactly(
                        new Event(
                                4,
                                250,
                                "stall",
                                "begin",
                                Map.of("cause", "l0_files", "kind", "stop", "value", 24L, "limit", 20L)),
                        new Event(5, 750, "stall", "end", Map.of("cause", "l0_files", "kind", "stop", "ms", 500.25)));
    }

    @Test
    void aSlowSyncIsAnEvent() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        store.syncs.record(99_000_000);
        clock.second();
        store.syncs.record(150_000_000);
        clock.second();
        assertThat(read(session.lines(3)))
                .filteredOn(Event.class::isInstance)
                .containsExactly(new Event(6, 2_000, "walSync", null, Map.of("ms", 150L, "limit", 100L)));
    }

    @Test
    void aFailedPictureLeavesASecondOutAndNothingElse() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        store.failing = true;
        clock.second();
        store.failing = false;
        clock.second();
        assertThat(read(session.lines(3)))
                .extracting(line -> ((Sample) line).t())
                .containsExactly(2_000L);
    }

    @Test
    void aSampleHasTheTimeOfItsCountersWhateverHoldsItUp() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        clock.seconds(59);
        // The sixtieth takes the file set too, after the counters.
        store.beforeTables = () -> clock.advance(2_000);
        clock.second();
        assertThat(sampleTimes(session)).endsWith(58_000L, 59_000L, 60_000L);
        clock.catchUp();
        assertThat(sampleTimes(session)).endsWith(59_000L, 60_000L, 62_000L);
    }

    @Test
    void ticksThatCatchUpAreLeftOut() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        store.beforeMetrics = () -> clock.advance(2_000);
        clock.second();
        store.beforeMetrics = () -> {};
        clock.advance(1);
        clock.catchUp();
        clock.catchUp();
        assertThat(sampleTimes(session)).containsExactly(0L, 3_000L);
        clock.advance(498);
        clock.catchUp();
        assertThat(sampleTimes(session)).containsExactly(0L, 3_000L);
        clock.advance(1);
        clock.catchUp();
        assertThat(sampleTimes(session)).containsExactly(0L, 3_000L, 3_500L);
        session.close();
        assertThat(sampleTimes(session)).containsExactly(0L, 3_000L, 3_500L, 3_500L);
    }

    @Test
    void countersThatAreOlderThanWhatWasToldMeanwhileAreReadAnew() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        clock.seconds(59);
        store.beforeTables = () -> {
            store.beforeTables = () -> {};
            clock.advance(2_000);
            session.mark("meanwhile");
        };
        clock.second();
        assertThat(sampleTimes(session)).endsWith(58_000L, 59_000L);
        clock.catchUp();
        assertThat(sampleTimes(session)).endsWith(58_000L, 59_000L, 62_000L);
    }

    @Test
    void laterLinesFollowWithoutTheHeadUntilTheyFallOutOfTheRing() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults().withRing(Duration.ofMinutes(2)));
        clock.seconds(5);
        List<TraceLine> first = read(session.lines(0));
        long seen = first.get(first.size() - 1).q();
        assertThat(session.lines(seen)).isEmpty();
        clock.seconds(2);
        assertThat(read(session.lines(seen))).extracting(TraceLine::q).containsExactly(seen + 1, seen + 2);

        for (int second = 0; second < 600; second++) {
            store.randomEdit(random);
            clock.second();
            if (second % 29 != 0) {
                continue;
            }
            List<TraceLine> all = read(session.lines(0));
            assertThat(all.get(0)).isInstanceOf(Head.class);
            assertThat(all.get(1)).isInstanceOf(Snap.class);
            assertTold(TreeReplay.at(all, all.size() - 1));
        }
        List<TraceLine> again = read(session.lines(seen));
        assertThat(again.get(0)).isInstanceOf(Head.class);
        assertThat(again.get(1).q()).isGreaterThan(seen + 1);
        long oldest = again.stream()
                .filter(Sample.class::isInstance)
                .mapToLong(line -> ((Sample) line).t())
                .min()
                .orElseThrow();
        assertThat(607_000 - oldest).isBetween(119_000L, 181_000L);
    }

    @Test
    void aSequenceThatWasNeverGivenOutStartsAnew() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        assertThat(read(session.lines(1_000_000)).get(0)).isInstanceOf(Head.class);
        assertThat(read(session.lines(-1)).get(0)).isInstanceOf(Head.class);
    }

    @Test
    void aFullRingForgetsBeforeItsTime() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults().withRingBytes(64 << 10));
        clock.seconds(1_000);
        int characters = session.lines(0).stream().mapToInt(String::length).sum();
        // What lies between two keyframes may stand above the bound.
        assertThat(characters).isLessThan((64 << 10) + 61 * 1_000);
        assertThat(read(session.lines(0)).get(1)).isInstanceOf(Snap.class);
    }

    @Test
    void marksNameTheirMoment() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        clock.advance(1_500);
        session.mark("load done");
        session.mark("x".repeat(500));
        assertThat(read(session.lines(3)))
                .containsExactly(new Mark(4, 1_500, "load done"), new Mark(5, 1_500, "x".repeat(200)));
    }

    @Test
    void closeEndsTheTraceOnceAndKeepsTheRing() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        clock.seconds(3);
        session.close();
        session.close();
        session.mark("late");
        store.randomEdit(random);
        assertThat(store.listeners).isEmpty();
        assertThat(clock.cancelled()).isTrue();
        List<TraceLine> lines = read(session.lines(0));
        End end = (End) lines.get(lines.size() - 1);
        assertThat(lines.stream().filter(End.class::isInstance)).hasSize(1);
        assertThat(end.status()).isEqualTo("ok");
        assertThat(end.lines()).isEqualTo(lines.size() - 1);
        assertThat(end.totals()).containsEntry("ops", 12_736_754L).containsEntry("compactions", 57L);
    }

    @Test
    void theFileHoldsEveryLineAndVerifies() throws IOException {
        Recording file = new Recording();
        TraceSession session = store.start(withFile(), path -> file);
        for (int second = 0; second < 130; second++) {
            store.randomEdit(random);
            clock.second();
        }
        session.close();
        TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(file.toByteArray()));
        assertThat(trace.verified()).isTrue();
        assertThat(trace.truncated()).isFalse();
        assertThat(trace.lines()).isEqualTo(read(session.lines(0)));
        assertThat(file.closed).isTrue();
    }

    @Test
    void aFileThatWasNotClosedHoldsWhatIsOlderThanTenSeconds() throws IOException {
        Recording file = new Recording();
        store.start(withFile(), path -> file);
        clock.seconds(25);
        TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(file.toByteArray()));
        assertThat(trace.truncated()).isTrue();
        assertThat(trace.verified()).isFalse();
        TraceLine last = trace.lines().get(trace.lines().size() - 1);
        assertThat(((Sample) last).t()).isEqualTo(20_000);
    }

    @Test
    void aFailingFileEndsTheRecordingAndCloseSaysSo() throws IOException {
        Recording file = new Recording();
        TraceSession session = store.start(withFile(), path -> file);
        clock.seconds(5);
        file.full = true;
        clock.seconds(30);
        assertThat(read(session.lines(0)).stream().filter(Sample.class::isInstance))
                .hasSize(36);
        assertThatThrownBy(session::close).isInstanceOf(StorageException.class).hasRootCauseMessage("full");
        session.close();
    }

    @Test
    void aFileThatCannotBeOpenedStartsNothing() {
        assertThatThrownBy(() -> store.start(withFile(), path -> {
                    throw new IOException("read-only");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("read-only");
        assertThat(store.listeners).isEmpty();
    }

    @Test
    void aStoreThatFailsAtTheStartIsLeftAlone() {
        Recording file = new Recording();
        store.failing = true;
        assertThatThrownBy(() -> store.start(withFile(), path -> file)).isInstanceOf(IllegalStateException.class);
        assertThat(store.listeners).isEmpty();
        assertThat(file.closed).isTrue();
    }

    @Test
    void optionsOutOfRangeAreRefusedByName() {
        TraceOptions options = TraceOptions.defaults();
        assertThatThrownBy(() -> options.withRing(Duration.ofSeconds(59)))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageStartingWith("option ring = PT59S");
        assertThatThrownBy(() -> options.withRingBytes(1)).hasMessageStartingWith("option ringBytes = 1");
        assertThatThrownBy(() -> options.withTitle("x".repeat(201))).isInstanceOf(InvalidOptionException.class);
        assertThat(options.withCommit("x".repeat(64)).commit()).hasSize(64);
        assertThatThrownBy(() -> options.withCommit("x".repeat(65)))
                .hasMessageStartingWith("option commit = x")
                .hasMessageEndingWith("must have at most 64 characters");
        assertThatThrownBy(() -> options.withWorkload(Map.of("keys", List.of(1))))
                .hasMessage("option workload = keys: values must be texts, numbers or booleans");
        assertThatThrownBy(() -> options.withHost(Map.of("disk", "x".repeat(1_001))))
                .isInstanceOf(InvalidOptionException.class);
    }

    @Test
    void theRingCanBeCopiedAsATraceOfItsOwn() throws IOException {
        TraceSession session = store.start(TraceOptions.defaults());
        store.randomEdit(random);
        clock.seconds(70);
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        session.copyTo(copy);
        TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(copy.toByteArray()));
        assertThat(trace.lines()).isEqualTo(read(session.lines(0)));
        assertThat(trace.truncated()).isFalse();
        assertThat(trace.verified()).isFalse();
    }

    @Test
    void aLargeSetWithLongKeysIsToldInLinesWithinTheReadersBound() throws IOException {
        store.visibility = KeyVisibility.FULL;
        List<TableInfo> large = new ArrayList<>();
        for (int number = 1; number <= 40; number++) {
            byte[] lo = new byte[65_536];
            random.nextBytes(lo);
            large.add(new TableInfo(number, "default", 6, 1, lo, lo.clone(), 1, 0));
        }
        store.edit(large, List.of());
        TraceSession session = store.start(TraceOptions.defaults());
        store.edit(List.of(), large.stream().map(TableInfo::number).toList());
        store.edit(large, List.of());
        clock.seconds(60);
        List<String> texts = session.lines(0);
        assertThat(texts).allSatisfy(text -> assertThat(text.length()).isLessThan(TraceBounds.DEFAULT.lineBytes()));
        List<TraceLine> lines = read(texts);
        assertReplayEqualsSnaps(lines);
        assertThat(TreeReplay.at(lines, lines.size() - 1).tables()).hasSize(40);
        assertThat(lines.stream().filter(line -> line instanceof Snap snap && snap.continued()))
                .isNotEmpty();
    }

    /** Applies only edits after the first snap, and compares at the last line of each later one. */
    private void assertReplayEqualsSnaps(List<TraceLine> lines) {
        TreeReplay replay = new TreeReplay();
        boolean begun = false;
        for (int i = 1; i < lines.size(); i++) {
            TraceLine line = lines.get(i);
            if (line instanceof Edit) {
                replay.apply(line);
                begun = true;
            } else if (line instanceof Snap) {
                if (!begun) {
                    replay.apply(line);
                    continue;
                }
                boolean last = !(i + 1 < lines.size() && lines.get(i + 1) instanceof Snap next && next.continued());
                if (last) {
                    TreeReplay snap = TreeReplay.at(lines, i);
                    assertThat(snap.tables()).as("line %d, seed %d", i, seed).isEqualTo(replay.tables());
                    assertThat(snap.version()).isEqualTo(replay.version());
                }
            }
        }
    }

    /** The store's own file set is what the trace told. */
    private void assertTold(TreeReplay replay) {
        TreeMap<Long, Integer> told = new TreeMap<>();
        for (Table table : replay.tables().values()) {
            told.put(table.file(), table.level());
        }
        TreeMap<Long, Integer> truth = new TreeMap<>();
        store.tables.values().forEach(table -> truth.put(table.number(), table.level()));
        assertThat(told).as("seed %d", seed).isEqualTo(truth);
    }

    private TreeReplay replay(TraceSession session) throws IOException {
        List<TraceLine> lines = read(session.lines(0));
        return TreeReplay.at(lines, lines.size() - 1);
    }

    private static List<Long> sampleTimes(TraceSession session) throws IOException {
        return read(session.lines(0)).stream()
                .filter(Sample.class::isInstance)
                .map(line -> ((Sample) line).t())
                .toList();
    }

    private static List<TraceLine> read(List<String> texts) throws IOException {
        List<TraceLine> lines = new ArrayList<>();
        for (String text : texts) {
            lines.add(TraceReader.parse(text));
        }
        return lines;
    }

    private static TraceOptions withFile() {
        return TraceOptions.defaults().withFile(Path.of("run.ktrace.ndjson.gz"));
    }

    private static final class Recording extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean full;
        private boolean closed;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (full) {
                throw new IOException("full");
            }
            bytes.write(from, offset, length);
        }

        byte[] toByteArray() {
            return bytes.toByteArray();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
