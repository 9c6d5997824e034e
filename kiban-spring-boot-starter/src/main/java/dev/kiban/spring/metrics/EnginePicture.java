package dev.kiban.spring.metrics;

import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.StoreState;
import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The picture of an engine that all its meters read.
 *
 * <p>A scrape reads every meter within a few milliseconds. A picture is kept while such a burst of reads goes on, so that the
 * numbers of one scrape belong together, and taken anew for the next burst; it never grows older than half a second. Once the
 * engine is closed its totals stand still and its gauges are not a number. Thread safe.
 */
final class EnginePicture {

    private static final long BURST_GAP = Duration.ofMillis(100).toNanos();
    private static final long MAX_AGE = Duration.ofMillis(500).toNanos();

    private final Supplier<KibanMetrics> pictures;
    private final BooleanSupplier closed;
    private final Clock clock;
    private @Nullable KibanMetrics last;
    private long takenAt;
    private long readAt;

    /**
     * @param pictures takes a picture; throws {@link IllegalStateException} when the engine is closed
     * @param closed whether the engine is closed
     */
    EnginePicture(Supplier<KibanMetrics> pictures, BooleanSupplier closed, Clock clock) {
        this.pictures = pictures;
        this.closed = closed;
        this.clock = clock;
    }

    /** A value that goes up and down. */
    double gauge(ToDoubleFunction<KibanMetrics> value) {
        KibanMetrics picture = current();
        return picture == null || isClosed(picture) ? Double.NaN : value.applyAsDouble(picture);
    }

    /** A value that only grows; 0 when the engine was closed before it was ever looked at. */
    double total(ToDoubleFunction<KibanMetrics> value) {
        KibanMetrics picture = current();
        return picture == null ? 0 : value.applyAsDouble(picture);
    }

    /** The engine's state, known after it was closed too. */
    StoreState state() {
        KibanMetrics picture = current();
        return picture == null || isClosed(picture) ? StoreState.CLOSED : picture.state();
    }

    private boolean isClosed(KibanMetrics picture) {
        return picture.state() == StoreState.CLOSED || closed.getAsBoolean();
    }

    private synchronized @Nullable KibanMetrics current() {
        long now = clock.monotonicTime();
        boolean fresh = last != null && now - readAt < BURST_GAP && now - takenAt < MAX_AGE;
        readAt = now;
        if (!fresh && !closed.getAsBoolean()) {
            try {
                last = pictures.get();
                takenAt = now;
            } catch (IllegalStateException closedMeanwhile) {
                return last;
            }
        }
        return last;
    }
}
