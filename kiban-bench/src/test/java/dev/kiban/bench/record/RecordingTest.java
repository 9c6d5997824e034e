package dev.kiban.bench.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.bench.Machine;
import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TreeReplay;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {

    private final RandomWrites workload = new RandomWrites(500, 8, 40, 2, 20261008);

    @Test
    void aRunIsVerifiedAndItsTraceIsComplete(@TempDir Path directory) throws Exception {
        KibanOptions options = RecordCommand.matched(KibanOptions.builder())
                .memtableSize(64 << 10)
                .build();
        Path trace = directory.resolve("run.ktrace.ndjson.gz");
        Machine machine = new Machine("A CPU", 2, 0, "Linux", "ext4", "A JVM");
        RecordResult result =
                new Recording(workload, 5_000, options, directory.resolve("store"), trace, machine, "abc123").run();
        assertThat(result.verification().wrong()).isZero();
        assertThat(result.verification().compared()).isEqualTo(500);
        assertThat(result.latencies().getTotalCount()).isEqualTo(5_000);
        assertThat(result.traceBytes()).isEqualTo(Files.size(trace));
        assertThat(result.toText(machine, "abc123"))
                .contains("5,000 random puts of 8 + 40 bytes over 500 keys, 2 threads")
                .containsPattern("entries wrong +0\\s");
        try (InputStream file = Files.newInputStream(trace)) {
            TraceReader.Trace recorded = TraceReader.readAll(file);
            assertThat(recorded.verified()).isTrue();
            assertTold(recorded.lines(), result);
        }
    }

    private static void assertTold(List<TraceLine> lines, RecordResult result) {
        Head head = (Head) lines.get(0);
        assertThat(head.title()).isEqualTo("5,000 random writes");
        assertThat(head.engine().commit()).isEqualTo("abc123");
        assertThat(head.engine().version()).isNotBlank();
        assertThat(head.workload())
                .containsEntry("name", "random writes")
                .containsEntry("operations", 5_000L)
                .containsEntry("seed", 20261008L)
                .doesNotContainKey("commit");
        assertThat(head.host()).containsEntry("cpu", "A CPU").containsEntry("disk", "ext4");
        assertThat((long) head.host().get("memBytes")).isPositive();
        assertThat(lines.stream().filter(Mark.class::isInstance).map(line -> ((Mark) line).name()))
                .containsExactly("all writes returned", "settled");
        assertThat(TreeReplay.at(lines, lines.size() - 1).tables().values().stream()
                        .mapToLong(TraceLine.Table::bytes)
                        .sum())
                .isEqualTo(result.metrics().disk().tableBytes());
        End end = (End) lines.get(lines.size() - 1);
        assertThat(end.status()).isEqualTo("ok");
        assertThat(end.totals())
                .containsEntry("ops", 5_000L)
                .containsEntry("reads", 0L)
                .containsEntry("bytesIn", 5_000L * 48)
                .containsEntry("flushBytes", result.metrics().flushes().bytesWritten());
    }

    @Test
    void verificationCountsWhatIsMissingTooManyOrChanged() {
        int[] lastWrites = new int[workload.keys()];
        try (Kiban db = Kiban.openInMemory(KibanOptions.defaults())) {
            for (int number = 0; number < workload.keys(); number += 2) {
                lastWrites[number] = number + 1;
                db.put(workload.key(number), workload.value(number, number + 1));
            }
            assertThat(Verification.of(db, workload, lastWrites)).isEqualTo(new Verification(250, 0));
            db.put(workload.key(1), workload.value(1, 1)); // never written by the model
            db.put(workload.key(2), workload.value(2, 1)); // an older value
            db.delete(workload.key(4));
            db.delete(workload.key(498)); // the last
            db.put(workload.key(499), new byte[0]); // behind the last
            assertThat(Verification.of(db, workload, lastWrites)).isEqualTo(new Verification(247, 5));
        }
    }
}
