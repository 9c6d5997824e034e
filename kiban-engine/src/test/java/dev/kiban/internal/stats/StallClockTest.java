package dev.kiban.internal.stats;

import static dev.kiban.event.StallCause.L0_FILES;
import static dev.kiban.event.StallCause.MEMTABLES;
import static dev.kiban.event.StallCause.PENDING_BYTES;
import static dev.kiban.event.StallKind.SLOWDOWN;
import static dev.kiban.event.StallKind.STOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.event.StallCause;
import dev.kiban.internal.stats.StallClock.Episode;
import dev.kiban.metrics.CauseMetrics;
import org.junit.jupiter.api.Test;

class StallClockTest {

    private final StallClock clock = new StallClock();

    @Test
    void everyCauseHasTotalsInItsOrder() {
        assertThat(clock.totals(5)).extracting(CauseMetrics::cause).containsExactly(StallCause.values());
        assertThat(clock.totals(5)).allSatisfy(cause -> {
            assertThat(cause.slowdowns() + cause.stops() + cause.slowdownNanos() + cause.stopNanos())
                    .isZero();
            assertThat(cause.slowdownBlockedNanos() + cause.stopBlockedNanos()).isZero();
        });
    }

    @Test
    void aRunningEpisodeIsCountedUpToThePicture() {
        clock.begin(MEMTABLES, STOP, 100);
        assertThat(totals(MEMTABLES, 130)).isEqualTo(new CauseMetrics(MEMTABLES, 0, 1, 0, 30, 0, 0));
        assertThat(totals(MEMTABLES, 150)).isEqualTo(new CauseMetrics(MEMTABLES, 0, 1, 0, 50, 0, 0));
        assertThat(clock.end(160)).isEqualTo(new Episode(MEMTABLES, STOP, 60));
        assertThat(totals(MEMTABLES, 500)).isEqualTo(new CauseMetrics(MEMTABLES, 0, 1, 0, 60, 0, 0));
    }

    @Test
    void aHarderKindEndsTheEpisodeAndBeginsAnother() {
        assertThat(clock.begin(L0_FILES, SLOWDOWN, 0)).isNull();
        assertThat(clock.begin(L0_FILES, STOP, 10)).isEqualTo(new Episode(L0_FILES, SLOWDOWN, 10));
        assertThat(clock.begin(PENDING_BYTES, SLOWDOWN, 25)).isEqualTo(new Episode(L0_FILES, STOP, 15));
        assertThat(clock.end(26)).isEqualTo(new Episode(PENDING_BYTES, SLOWDOWN, 1));
        assertThat(totals(L0_FILES, 99)).isEqualTo(new CauseMetrics(L0_FILES, 1, 1, 10, 15, 0, 0));
        assertThat(totals(PENDING_BYTES, 99)).isEqualTo(new CauseMetrics(PENDING_BYTES, 1, 0, 1, 0, 0, 0));
    }

    @Test
    void theSameCauseAndKindGoOnAsOneEpisode() {
        clock.begin(L0_FILES, SLOWDOWN, 0);
        assertThat(clock.begin(L0_FILES, SLOWDOWN, 10)).isNull();
        assertThat(clock.end(30)).isEqualTo(new Episode(L0_FILES, SLOWDOWN, 30));
        assertThat(totals(L0_FILES, 99).slowdowns()).isEqualTo(1);
    }

    @Test
    void endingWithoutAnEpisodeIsNothing() {
        assertThat(clock.end(10)).isNull();
    }

    @Test
    void blockedTimeIsSummedOverWritersWithoutAnEpisode() {
        clock.blocked(MEMTABLES, STOP, 40);
        clock.blocked(MEMTABLES, STOP, 2);
        clock.blocked(MEMTABLES, SLOWDOWN, 5);
        clock.blocked(MEMTABLES, SLOWDOWN, -1);
        assertThat(totals(MEMTABLES, 0)).isEqualTo(new CauseMetrics(MEMTABLES, 0, 0, 0, 0, 5, 42));
    }

    private CauseMetrics totals(StallCause cause, long now) {
        return clock.totals(now).get(cause.ordinal());
    }
}
