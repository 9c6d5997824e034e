package dev.kiban.bench.quick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.bench.Machine;
import dev.kiban.bench.store.EngineKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickReportTest {

    private final QuickResult result = new QuickResult(
            QuickResult.FORMAT,
            "2026-10-16T12:00:00Z",
            "abc123",
            new Machine("A CPU", 2, 8L << 30, "Linux", "ext4", "A JVM 17"),
            List.of("-Xmx1g"),
            3,
            1_000_000,
            100_000,
            100_000,
            512L << 20,
            20261016,
            trials());

    @Test
    void everyRowShowsUnitMediansRangesPairedRatioAndGuarantee() {
        assertThat(new QuickReport(result).toMarkdown())
                .contains(
                        "| point read, p50 | µs | 2.00 (1.00–3.00) | 6.00 (6.00–8.00) | 3.00× better (2.67–6.00) |  |")
                .contains("| put, p50 | µs | 2.00 (1.00–3.00) | 6.00 (6.00–8.00) | 3.00× better (2.67–6.00)"
                        + " | Kiban A, RocksDB A: keeps |")
                .contains("| load | s | 2.00 (1.00–3.00) | 6.00 (6.00–8.00) |");
    }

    @Test
    void rowsThatKibanLosesAreShown() {
        assertThat(new QuickReport(result).toMarkdown())
                .contains("| disk after flush and close | MiB | 400 (400) | 200 (200) | 2.00× worse (2.00) |  |");
    }

    @Test
    void theHeadSaysWhereAndWithWhat() {
        assertThat(new QuickReport(result).toText())
                .contains("Date: 2026-10-16T12:00:00Z; commit: abc123")
                .contains("Machine: A CPU, 2 processors, 8,192 MiB memory, ext4 file system, Linux")
                .contains("JVM: A JVM 17, -Xmx1g")
                .contains("Engine: Kiban 9, profile AGENT_MEMORY")
                .contains("Verified: 60 results");
    }

    @Test
    void aBusyMachineIsSaidToGiveNoResult() {
        assertThat(new QuickReport(result).toText()).doesNotContain("busy");
        List<TrialResult> busy = List.of(trial(EngineKind.KIBAN, 0, 1_000, 1, Map.of(), 2.5));
        QuickResult other = new QuickResult(
                result.format(), result.date(), result.commit(), result.machine(), List.of(), 1, 1, 1, 1, 1, 1, busy);
        assertThat(new QuickReport(other).toText()).contains("one-minute load up to 2.50");
    }

    @Test
    void oneEngineAloneIsReportedWithoutRatios() {
        QuickResult alone = new QuickResult(
                result.format(),
                result.date(),
                result.commit(),
                result.machine(),
                result.jvmFlags(),
                1,
                10,
                10,
                10,
                0,
                1,
                result.of(EngineKind.ROCKSDB).subList(0, 1));
        assertThat(new QuickReport(alone).toText())
                .contains("Fewer than three rounds")
                .doesNotContain("Kiban against");
    }

    @Test
    void aResultReadsBackFromItsFileAsItWasWritten(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("results/quick.json");
        Results.write(file, result);
        assertThat(Results.read(file, QuickResult.class)).isEqualTo(result);
    }

    private static List<TrialResult> trials() {
        List<TrialResult> trials = new ArrayList<>();
        long[] kiban = {3_000, 2_000, 1_000};
        long[] rocks = {8_000, 6_000, 6_000};
        for (int round = 0; round < 3; round++) {
            trials.add(
                    trial(EngineKind.KIBAN, round, kiban[round], 400L << 20, Map.of("profile", "AGENT_MEMORY"), 0.5));
            trials.add(trial(EngineKind.ROCKSDB, round, rocks[round], 200L << 20, Map.of(), 0.5));
        }
        return trials;
    }

    private static TrialResult trial(
            EngineKind engine, int round, long nanos, long disk, Map<String, String> options, double load) {
        List<WorkloadResult> workloads = new ArrayList<>();
        for (String name :
                List.of(Trial.LOAD, Trial.POINT_READ, Trial.LATEST_TEN, Trial.PUT, Trial.UPDATE, Trial.SYNCED_PUT)) {
            boolean reads = name.equals(Trial.POINT_READ) || name.equals(Trial.LATEST_TEN);
            workloads.add(new WorkloadResult(
                    name,
                    reads ? "" : "A: keeps",
                    1_000_000,
                    nanos * 1_000_000,
                    nanos,
                    2 * nanos,
                    3 * nanos,
                    4 * nanos));
        }
        return new TrialResult(engine, "9", round + 1, 1, options, workloads, nanos, disk, 1 << 20, 10, load);
    }
}
