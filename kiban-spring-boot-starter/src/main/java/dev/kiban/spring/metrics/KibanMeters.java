package dev.kiban.spring.metrics;

import dev.kiban.Kiban;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Every meter of every engine, each with the tag {@code engine}. All combinations of tags are registered when the meters are
 * bound, so that no series appears late. Totals and gauges are read from one picture a scrape; stalls, flushes and compactions
 * are recorded as they end. Keep the binder as long as its meters are wanted: registries refer to it weakly. Thread safe.
 */
public final class KibanMeters implements MeterBinder {

    private final Map<String, Kiban> engines;

    /** Registries hold the sources of their meters weakly; these references keep them. */
    private final List<EnginePicture> pictures = new CopyOnWriteArrayList<>();

    /**
     * @param engines the engines by the value of their tag
     */
    public KibanMeters(Map<String, Kiban> engines) {
        this.engines = Map.copyOf(engines);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        engines.forEach((name, kiban) -> {
            if (kiban.isClosed()) {
                return;
            }
            EnginePicture picture = new EnginePicture(
                    kiban::metrics, kiban::isClosed, registry.config().clock());
            pictures.add(picture);
            kiban.addListener(bind(new EngineMeters(registry, picture, name), kiban.options()));
        });
    }

    /** Registers all meters of an engine, and returns the listener that feeds those that are not read from its picture. */
    static KibanListener bind(EngineMeters meters, KibanOptions options) {
        StoreMeters.bind(meters, options);
        OperationMeters.bind(meters);
        WriteMeters.bind(meters);
        TreeMeters.bind(meters);
        return new EventTimers(meters);
    }
}
