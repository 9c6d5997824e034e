package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TraceSession;
import dev.kiban.trace.TreeReplay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the samples of a real run say of the tree, and what its edits say, is one and the same. */
@Timeout(120)
class TraceSamplesTest {

    private static final int LEVELS = 7;

    /** Files and bytes of a level. */
    private record Content(long files, long bytes) {}

    private final long seed = Seed.next();
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void theLevelsOfEverySampleAreThoseOfAFileSetThatIsToldAndOfTheOneBesideItInQuiet() throws IOException {
        KibanOptions options = KibanOptions.builder()
                .memtableSize(64 * 1024)
                .levelBaseSize(128 * 1024)
                .tableSize(64 * 1024)
                .levelMultiplier(3)
                .l0CompactionFiles(2)
                .build();
        TraceSession trace;
        try (Kiban db = Kiban.open(new MemoryFileSystem(), StoreImage.DIRECTORY, options)) {
            write(db);
            trace = db.startTrace(TraceOptions.defaults());
            int busy = samples(trace) + 2;
            while (samples(trace) < busy) {
                write(db);
            }
            db.flush();
            until(() -> isQuiet(db));
            // The first may still have edits before it, the last may have some after it.
            int quiet = samples(trace) + 3;
            until(() -> samples(trace) >= quiet);
            write(db);
            db.flush();
            assertThat(db.metrics().compactions().completed()).isGreaterThan(3);
        }
        List<TraceLine> lines = new ArrayList<>();
        for (String line : trace.lines(0)) {
            lines.add(TraceReader.parse(line));
        }
        assertThat(assertEqualWhereQuiet(lines))
                .as("quiet samples, %s", Seed.message(seed))
                .isPositive();
        assertEverySampleIsOfASetThatIsTold(lines);
        Sample last = (Sample) lines.get(lines.size() - 2);
        assertThat(content(last)).as(Seed.message(seed)).isEqualTo(content(TreeReplay.at(lines, lines.size() - 1)));
    }

    /** Compares samples without an edit since the sample before or until the sample after; returns how many there are. */
    private int assertEqualWhereQuiet(List<TraceLine> lines) {
        int quiet = 0;
        int before = -1;
        int edits = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i) instanceof Edit) {
                edits++;
            } else if (lines.get(i) instanceof Sample) {
                if (before >= 0 && edits == 0) {
                    quiet++;
                    assertThat(content((Sample) lines.get(before)))
                            .as(Seed.message(seed))
                            .isEqualTo(content(TreeReplay.at(lines, before)));
                }
                before = i;
                edits = 0;
            }
        }
        return quiet;
    }

    /** An edit may come a little after the sample that shows it, or before one that does not yet: the order is the same. */
    private void assertEverySampleIsOfASetThatIsTold(List<TraceLine> lines) {
        List<List<Content>> told = new ArrayList<>();
        TreeReplay replay = new TreeReplay();
        for (TraceLine line : lines) {
            replay.apply(line);
            if (line instanceof Snap || line instanceof Edit) {
                told.add(content(replay));
            }
        }
        int at = 0;
        for (TraceLine line : lines) {
            if (line instanceof Sample sample) {
                int later = told.subList(at, told.size()).indexOf(content(sample));
                assertThat(later)
                        .as(
                                "%s: the levels of sample %d are those of no set told from number %d on",
                                Seed.message(seed), sample.q(), at)
                        .isNotNegative();
                at += later;
            }
        }
    }

    private static List<Content> content(Sample sample) {
        return sample.levels().stream()
                .map(level -> new Content(level.files(), level.bytes()))
                .toList();
    }

    private static List<Content> content(TreeReplay replay) {
        List<Content> levels = new ArrayList<>();
        for (int i = 0; i < LEVELS; i++) {
            int number = i;
            long[] sizes = replay.tables().values().stream()
                    .filter(table -> table.level() == number)
                    .mapToLong(TraceLine.Table::bytes)
                    .toArray();
            levels.add(new Content(sizes.length, Arrays.stream(sizes).sum()));
        }
        return levels;
    }

    private void write(Kiban db) {
        for (int i = 0; i < 60; i++) {
            byte[] value = new byte[random.nextInt(1_000)];
            random.nextBytes(value);
            db.put(Contents.bytes("key-" + random.nextInt(3_000)), value);
        }
    }

    private static int samples(TraceSession trace) {
        return (int) trace.lines(0).stream()
                .filter(line -> line.startsWith("{\"k\":\"s\","))
                .count();
    }

    private static boolean isQuiet(Kiban db) {
        return db.metrics().memtables().sealedCount() == 0
                && db.metrics().compactions().running() == 0
                && db.metrics().levels().stream()
                                .mapToDouble(LevelMetrics::score)
                                .max()
                                .orElse(0)
                        < 1;
    }

    private void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(Seed.message(seed)).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
