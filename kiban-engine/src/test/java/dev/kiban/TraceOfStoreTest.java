package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.event.TableInfo;
import dev.kiban.event.TableSet;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TraceSession;
import dev.kiban.trace.TreeReplay;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a trace tells of a real run: every file of the tree at every moment. */
@Timeout(120)
class TraceOfStoreTest {

    private static final Path DIRECTORY = StoreImage.DIRECTORY;
    private static final Path FILE = DIRECTORY.resolve("run.kbt");

    private final long seed = Seed.next();
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void theEditsToldLeadFromTheFirstSnapToEveryLaterOneAndToTheTablesAtTheEnd() throws IOException {
        MemoryFileSystem fs = new MemoryFileSystem();
        KibanOptions options = KibanOptions.builder()
                .memtableSize(64 * 1024)
                .levelBaseSize(128 * 1024)
                .tableSize(64 * 1024)
                .levelMultiplier(3)
                .l0CompactionFiles(2)
                .build();
        Kiban db = Kiban.open(fs, DIRECTORY, options);
        load(db, 2);
        TraceSession trace = db.startTrace(
                TraceOptions.defaults().withFile(FILE).withTitle("a run").withWorkload(Map.of("seed", seed)));
        load(db, 20);
        assertThat(db.dropKeyspace("gone")).isTrue();
        load(db, 5);
        db.compact();
        TableSet last = db.tables();
        assertThat(db.metrics().compactions().completed()).isGreaterThan(3);
        db.close();

        List<TraceLine> ring = new ArrayList<>();
        for (String line : trace.lines(0)) {
            ring.add(TraceReader.parse(line));
        }
        TraceReader.Trace file = TraceReader.readAll(
                new ByteArrayInputStream(StoreImage.of(fs).files().get("run.kbt")));
        assertThat(file.truncated()).as(Seed.message(seed)).isFalse();
        assertThat(file.verified()).as(Seed.message(seed)).isTrue();
        for (List<TraceLine> lines : List.of(ring, file.lines())) {
            assertReplays(lines, last);
        }
        assertThat(file.lines()).isEqualTo(ring);
        assertEveryJobEnds(ring);
    }

    private void load(Kiban db, int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (String name : List.of(Kiban.DEFAULT_KEYSPACE, "kept", "gone")) {
                Keyspace keyspace = db.keyspace(name);
                for (int i = 0; i < 60; i++) {
                    byte[] value = new byte[random.nextInt(1_000)];
                    random.nextBytes(value);
                    keyspace.put(Contents.bytes("key-" + random.nextInt(3_000)), value);
                }
            }
            if (round % 7 == 6) {
                db.flush();
            }
        }
    }

    private void assertReplays(List<TraceLine> lines, TableSet last) {
        TreeReplay replay = new TreeReplay();
        int snaps = 0;
        int edits = 0;
        for (int i = 0; i < lines.size(); i++) {
            TraceLine line = lines.get(i);
            if (line instanceof TraceLine.Snap snap && snaps++ > 0 && !snap.continued()) {
                SortedMap<Long, TraceLine.Table> told = new TreeMap<>(replay.tables());
                TreeReplay full = new TreeReplay();
                full.apply(snap);
                for (int j = i + 1; lines.get(j) instanceof TraceLine.Snap more && more.continued(); j++) {
                    full.apply(more);
                }
                assertThat(told).as(Seed.message(seed)).isEqualTo(full.tables());
            }
            if (line instanceof TraceLine.Edit) {
                edits++;
            }
            if (line instanceof TraceLine.Event event && event.event().equals("error")) {
                throw new AssertionError(Seed.message(seed) + ": " + event);
            }
            replay.apply(line);
        }
        assertThat(snaps).isGreaterThanOrEqualTo(1);
        assertThat(edits).isGreaterThan(10);
        assertThat(replay.version()).as(Seed.message(seed)).isEqualTo(last.version());
        assertThat(described(replay)).as(Seed.message(seed)).isEqualTo(described(last));
    }

    private static Map<Long, String> described(TreeReplay replay) {
        Map<Long, String> tables = new TreeMap<>();
        replay.tables()
                .forEach((file, table) -> tables.put(
                        file,
                        table.keyspace() + " L" + table.level() + " " + table.bytes() + " bytes " + table.entries()
                                + " entries " + table.tombstones()));
        return tables;
    }

    private static Map<Long, String> described(TableSet set) {
        Map<Long, String> tables = new TreeMap<>();
        for (TableInfo table : set.tables()) {
            tables.put(
                    table.number(),
                    table.keyspace() + " L" + table.level() + " " + table.size() + " bytes " + table.entries()
                            + " entries " + table.tombstones());
        }
        return tables;
    }

    private void assertEveryJobEnds(List<TraceLine> lines) {
        List<String> begun = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        for (TraceLine line : lines) {
            if (line instanceof TraceLine.Event event && event.fields().containsKey("job")) {
                String job = event.event() + " " + event.fields().get("job");
                ("begin".equals(event.phase()) ? begun : ended).add(job);
            }
        }
        // A job that ran when the trace began has only an end.
        assertThat(ended).as(Seed.message(seed)).containsAll(begun).doesNotHaveDuplicates();
    }
}
