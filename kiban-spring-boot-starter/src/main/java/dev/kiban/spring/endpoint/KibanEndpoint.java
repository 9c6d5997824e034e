package dev.kiban.spring.endpoint;

import dev.kiban.Kiban;
import dev.kiban.RetryableException;
import dev.kiban.trace.LiveTrace;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The Actuator endpoint {@code kiban}: the engines, each one's levels, files, options and trace. Reading is open by default where
 * the endpoint is exposed; flush and compact need {@code management.endpoint.kiban.access=unrestricted}. Of keys it shows what the
 * engine's key visibility allows, of values nothing. Thread safe.
 */
@Endpoint(id = "kiban", defaultAccess = Access.READ_ONLY)
public final class KibanEndpoint {

    private static final String NDJSON = "application/x-ndjson";

    private final Map<String, Kiban> engines;
    private final Map<String, LiveTrace> traces = new HashMap<>();

    /** Starts the engines' traces, so that who looks late sees the past; an engine that is closed already has none. */
    KibanEndpoint(Map<String, Kiban> engines) {
        this.engines = engines;
        engines.forEach((name, kiban) -> {
            try {
                traces.put(name, kiban.liveTrace());
            } catch (IllegalStateException closed) {
                // It is shown as closed, and has nothing to trace.
            }
        });
    }

    /** All engines. */
    @ReadOperation
    public Engines engines() {
        Map<String, EngineDescriptor> descriptors = new LinkedHashMap<>();
        engines.forEach((name, kiban) -> descriptors.put(name, Description.summary(kiban)));
        return new Engines(descriptors);
    }

    /** One engine with its files and its whole picture, or null when there is none of that name. */
    @ReadOperation
    public @Nullable EngineDescriptor engine(@Selector String engine) {
        Kiban kiban = engines.get(engine);
        return kiban == null ? null : Description.details(kiban);
    }

    /**
     * Lines of an engine's trace (kiban-trace v1), or null when there is no such engine or view.
     *
     * @param view {@code trace}
     * @param since the sequence of the last line known; everything in memory when absent
     */
    @ReadOperation(produces = NDJSON)
    public @Nullable String view(@Selector String engine, @Selector String view, @Nullable Long since) {
        LiveTrace trace = traces.get(engine);
        if (trace == null || !view.equals("trace")) {
            return null;
        }
        List<String> lines = trace.lines(since == null ? 0 : since);
        return String.join("\n", lines) + (lines.isEmpty() ? "" : "\n");
    }

    /**
     * Flushes or compacts an engine and answers when that is done: 404 when there is no such engine or operation, 503 when it is
     * closed or cannot do it now.
     *
     * @param operation {@code flush} or {@code compact}
     */
    @WriteOperation
    public WebEndpointResponse<Done> run(@Selector String engine, @Selector String operation) {
        Kiban kiban = engines.get(engine);
        if (kiban == null) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        long start = System.nanoTime();
        try {
            switch (operation) {
                case "flush" -> kiban.flush();
                case "compact" -> kiban.compact();
                default -> {
                    return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
                }
            }
        } catch (IllegalStateException | RetryableException notNow) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
        return new WebEndpointResponse<>(new Done(
                engine, operation, Duration.ofNanos(System.nanoTime() - start).toMillis()));
    }

    /**
     * All engines.
     *
     * @param engines by name
     */
    public record Engines(Map<String, EngineDescriptor> engines) {}

    /**
     * What was done.
     *
     * @param engine the engine's name
     * @param operation flush or compact
     * @param millis how long it took
     */
    public record Done(String engine, String operation, long millis) {}
}
