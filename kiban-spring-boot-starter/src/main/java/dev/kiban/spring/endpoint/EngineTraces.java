package dev.kiban.spring.endpoint;

import dev.kiban.Kiban;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trace of each engine in memory, from start to end of the application, so that who looks late sees the past. Thread safe.
 */
final class EngineTraces implements AutoCloseable {

    private final Map<String, TraceSession> sessions = new LinkedHashMap<>();

    EngineTraces(Map<String, Kiban> engines) {
        engines.forEach((name, kiban) -> {
            if (!kiban.isClosed()) {
                sessions.put(name, kiban.startTrace(TraceOptions.defaults()));
            }
        });
    }

    /** The lines of an engine's trace after that sequence, or null when there is no such engine. */
    @Nullable
    List<String> lines(String engine, long since) {
        TraceSession session = sessions.get(engine);
        return session == null ? null : session.lines(since);
    }

    @Override
    public void close() {
        sessions.values().forEach(TraceSession::close);
    }
}
