package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.trace.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RecordedRunsTest {

    private static final String EXTENSION = ".ktrace.ndjson.gz";

    @TempDir
    private Path folder;

    private Path whole;

    @BeforeEach
    void record() {
        whole = folder.resolve("random-writes" + EXTENSION);
        TraceOptions options = TraceOptions.defaults()
                .withFile(whole)
                .withTitle("Ten random writes")
                .withWorkload(Map.of("name", "random writes", "keys", 1_000_000, "threads", 8, "durability", "process"))
                .withHost(Map.of("memBytes", 8L << 30, "disk", "NVMe"));
        try (Kiban kiban = Kiban.open(folder.resolve("store"))) {
            try (var trace = kiban.startTrace(options)) {
                for (byte i = 0; i < 10; i++) {
                    kiban.put(new byte[] {i}, new byte[] {i});
                }
            }
        }
    }

    @Test
    void aRunIsToldInWords() throws IOException {
        RecordedRun run = runs().find("random-writes");
        assertThat(run.title()).isEqualTo("Ten random writes");
        assertThat(run.engineName()).isEqualTo("kiban");
        assertThat(run.workload()).isEqualTo("random writes, 1,000,000 keys, 8 threads, durability process");
        assertThat(run.host()).contains(" CPUs", "8,192 MiB of memory", "NVMe");
        assertThat(LocalDate.parse(run.date())).isAfter(LocalDate.of(2020, 1, 1));
        assertThat(run.operations()).isEqualTo(10);
        assertThat(run.seconds()).isBetween(0L, 60L);
        assertThat(run.bytes()).isEqualTo(Files.size(whole));
    }

    @Test
    void aRunIsGivenAsItWasWritten() throws IOException {
        Answer file = runs().file("random-writes");
        byte[] bytes = ((Body.Bytes) file.body()).bytes();
        assertThat(bytes).isEqualTo(Files.readAllBytes(whole));
        assertThat(file.headers()).containsEntry("ETag", ContentTag.of(bytes));
    }

    @Test
    void aRunWithoutAnEndIsKept() throws IOException {
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(folder.resolve("cut" + EXTENSION), Arrays.copyOf(bytes, bytes.length - 20));
        assertThat(runs().all()).extracting(RecordedRun::id).containsExactly("cut", "random-writes");
    }

    @Test
    void whatIsNoRunIsLeftOutWithAWarning(CapturedOutput output) throws IOException {
        Files.writeString(folder.resolve("text" + EXTENSION), "no trace");
        Files.write(folder.resolve("empty" + EXTENSION), new byte[0]);
        Files.copy(whole, folder.resolve("local" + EXTENSION));
        Files.copy(whole, folder.resolve("a b" + EXTENSION));
        Files.copy(whole, folder.resolve("other.gz"));
        RecordedRuns runs = runs();
        assertThat(runs.all()).extracting(RecordedRun::id).containsExactly("random-writes");
        assertThat(runs.find("text")).isNull();
        assertThat(runs.file("local")).isNull();
        assertThat(output.getAll().lines().filter(line -> line.contains("leaves out")))
                .hasSize(4)
                .anyMatch(line -> line.contains("text" + EXTENSION));
    }

    @Test
    void aFolderThatIsNotThereHoldsNone() {
        assertThat(RecordedRuns.in("file:" + folder.resolve("nowhere") + "/").all())
                .isEmpty();
    }

    private RecordedRuns runs() {
        return RecordedRuns.in("file:" + folder + "/");
    }
}
