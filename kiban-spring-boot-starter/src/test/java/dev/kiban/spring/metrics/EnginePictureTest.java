package dev.kiban.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.StoreState;
import dev.kiban.spring.PictureFixture;
import io.micrometer.core.instrument.MockClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EnginePictureTest {

    private final MockClock clock = new MockClock();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final EnginePicture picture = new EnginePicture(this::take, closed::get, clock);

    @Test
    void oneScrapeReadsOnePicture() {
        for (int meter = 0; meter < 100; meter++) {
            assertThat(puts()).isEqualTo(103);
            clock.add(Duration.ofMillis(1));
        }
        assertThat(taken).hasValue(1);
    }

    @Test
    void theNextScrapeReadsANewPicture() {
        puts();
        clock.add(Duration.ofMillis(150));
        assertThat(puts()).isEqualTo(104);
    }

    @Test
    void aPictureIsNeverOlderThanHalfASecondHoweverOftenItIsRead() {
        for (int i = 0; i < 50; i++) {
            puts();
            clock.add(Duration.ofMillis(20));
        }
        assertThat(taken).hasValue(2);
    }

    @Test
    void aClosedEngineKeepsItsTotalsAndHasNoGauges() {
        puts();
        closed.set(true);
        clock.add(Duration.ofSeconds(10));
        assertThat(puts()).isEqualTo(103);
        assertThat(picture.gauge(metrics -> 1)).isNaN();
        assertThat(picture.state()).isEqualTo(StoreState.CLOSED);
        assertThat(taken).hasValue(1);
    }

    @Test
    void anEngineThatWasNeverLookedAtBeforeItClosedHasNoTotals() {
        closed.set(true);
        assertThat(puts()).isZero();
        assertThat(picture.state()).isEqualTo(StoreState.CLOSED);
    }

    private double puts() {
        return picture.total(metrics -> metrics.operations().puts());
    }

    private KibanMetrics take() {
        return PictureFixture.withPuts(taken.incrementAndGet());
    }
}
