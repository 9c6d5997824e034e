package dev.kiban.bench.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.bench.Machine;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
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
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(trace)), StandardCharsets.UTF_8))) {
            List<String> all = lines.lines().toList();
            assertThat(all.get(0)).contains("\"head\"", "random writes", "\"seed\":20261008", "abc123");
            assertThat(all).anyMatch(line -> line.contains("all writes returned"));
            assertThat(all.get(all.size() - 1)).contains("\"end\"");
        }
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
