package dev.kiban.bench.quick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.bench.store.EngineKind;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A small trial of each engine, in this JVM. */
class TrialTest {

    private static final int RECORDS = 2_000;

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aTrialTimesEveryWorkloadAndVerifiesEveryResult(EngineKind engine, @TempDir Path directory) throws Exception {
        TrialPlan plan = new TrialPlan(
                engine, 1, 1, directory.resolve("store").toString(), RECORDS, 500, 100, 300, 5, 16L << 20, 20261016);
        TrialResult result = new Trial(plan).run();
        assertThat(result.workloads())
                .extracting(WorkloadResult::name)
                .containsExactly(
                        Trial.LOAD, Trial.POINT_READ, Trial.LATEST_TEN, Trial.PUT, Trial.UPDATE, Trial.SYNCED_PUT);
        assertThat(result.workloads())
                .extracting(WorkloadResult::calls)
                .containsExactly(2_000L, 500L, 500L, 300L, 300L, 5L);
        assertThat(result.workloads()).allSatisfy(workload -> {
            assertThat(workload.p50Nanos()).isPositive();
            assertThat(workload.maxNanos()).isGreaterThanOrEqualTo(workload.p999Nanos());
            assertThat(workload.totalNanos()).isGreaterThanOrEqualTo(workload.maxNanos() * 99 / 100);
        });
        assertThat(result.workload(Trial.SYNCED_PUT).guarantee()).contains("survives a power loss");
        assertThat(result.workload(Trial.PUT).guarantee()).contains("survives a crash of the process");
        int calls = 500 + 100;
        assertThat(result.verified()).isEqualTo(calls + 10L * calls + RECORDS + 300 + 5);
        assertThat(result.diskBytes()).isGreaterThan(RECORDS * 200L);
        assertThat(result.options()).isNotEmpty();
    }
}
