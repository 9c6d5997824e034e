package dev.kiban.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.StoreState;
import dev.kiban.spring.PictureFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class KibanHealthIndicatorTest {

    @ParameterizedTest
    @CsvSource({"OPEN, UP", "READ_ONLY, OUT_OF_SERVICE", "CLOSED, OUT_OF_SERVICE", "FAILED, DOWN"})
    void theStateDecides(StoreState state, String status) {
        assertThat(health(PictureFixture.in(state)).getStatus()).isEqualTo(new Status(status));
    }

    @Test
    void aStalledStoreIsHealthyAndSaysWhatItWaitsFor() {
        Health health = health(PictureFixture.open());
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .isEqualTo(Map.of(
                        "state", "open",
                        "writes", "slowed",
                        "stallCause", "l0_files",
                        "freeDisk", 1_005L,
                        "lastError", "compaction met damage"));
    }

    @Test
    void aCalmStoreHasNothingToExplain() {
        assertThat(health(PictureFixture.calm()).getDetails().keySet())
                .containsExactlyInAnyOrder("state", "writes", "freeDisk");
    }

    private static Health health(KibanMetrics metrics) {
        Health.Builder builder = new Health.Builder();
        KibanHealthIndicator.report(metrics, builder);
        return builder.build();
    }
}
