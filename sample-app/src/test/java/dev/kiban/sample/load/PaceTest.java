package dev.kiban.sample.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long SECOND = 1_000_000_000L;

    @Test
    void spreadsTurnsEvenly() {
        Pace pace = new Pace(10, 0);
        for (int turn = 0; turn < 20; turn++) {
            assertThat(pace.turn(0)).isEqualTo(turn * SECOND / 10);
        }
    }

    @Test
    void doesNotMakeUpForLostTime() {
        Pace pace = new Pace(10, 0);
        pace.turn(0);
        assertThat(pace.turn(100 * SECOND)).isNotPositive();
        assertThat(pace.turn(100 * SECOND)).isNotPositive();
        assertThat(pace.turn(100 * SECOND)).isEqualTo(SECOND / 10);
    }

    @Test
    void knowsNoLimit() {
        Pace pace = new Pace(0, 0);
        for (int turn = 0; turn < 20; turn++) {
            assertThat(pace.turn(0)).isZero();
        }
    }
}
