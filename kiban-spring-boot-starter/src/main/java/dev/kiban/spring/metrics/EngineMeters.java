package dev.kiban.spring.metrics;

import dev.kiban.metrics.KibanMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers the meters of one engine: each carries the tag {@code engine} and, but for pushed timers, reads the engine's picture.
 * Registries hold the picture weakly; {@link KibanMeters} keeps it.
 */
final class EngineMeters {

    static final String BYTES = "bytes";

    private final MeterRegistry registry;
    private final EnginePicture picture;
    private final Tags engine;

    EngineMeters(MeterRegistry registry, EnginePicture picture, String engine) {
        this.registry = registry;
        this.picture = picture;
        this.engine = Tags.of("engine", engine);
    }

    void gauge(
            String name,
            @Nullable String unit,
            String description,
            ToDoubleFunction<KibanMetrics> value,
            String... tags) {
        stateGauge(name, unit, description, source -> source.gauge(value), tags);
    }

    /** A gauge that has a value after the engine was closed too. */
    void stateGauge(
            String name,
            @Nullable String unit,
            String description,
            ToDoubleFunction<EnginePicture> value,
            String... tags) {
        Gauge.builder(name, picture, value)
                .baseUnit(unit)
                .description(description)
                .tags(engine.and(tags))
                .register(registry);
    }

    void durationGauge(String name, String description, ToLongFunction<KibanMetrics> nanos, String... tags) {
        TimeGauge.builder(
                        name,
                        picture,
                        TimeUnit.NANOSECONDS,
                        source -> source.gauge(metrics -> nanos.applyAsLong(metrics)))
                .description(description)
                .tags(engine.and(tags))
                .register(registry);
    }

    void counter(
            String name,
            @Nullable String unit,
            String description,
            ToLongFunction<KibanMetrics> value,
            String... tags) {
        FunctionCounter.builder(name, picture, source -> source.total(value::applyAsLong))
                .baseUnit(unit)
                .description(description)
                .tags(engine.and(tags))
                .register(registry);
    }

    void timer(
            String name,
            String description,
            ToLongFunction<KibanMetrics> count,
            ToLongFunction<KibanMetrics> nanos,
            String... tags) {
        FunctionTimer.builder(
                        name,
                        picture,
                        source -> (long) source.total(count::applyAsLong),
                        source -> source.total(nanos::applyAsLong),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .tags(engine.and(tags))
                .register(registry);
    }

    /** A timer that events are recorded into. */
    Timer eventTimer(String name, String description, Duration[] buckets, String... tags) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(buckets)
                .tags(engine.and(tags))
                .register(registry);
    }

    /** How an enum constant is written as a tag's value. */
    static String tag(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
