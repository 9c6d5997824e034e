package dev.kiban.dashboard;

import dev.kiban.Kiban;
import dev.kiban.trace.LiveTrace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;

/**
 * Every engine of the application with its trace, started with the application, so that who looks late sees the past. Empty until
 * {@link #start()}. Thread safe.
 */
final class WatchedEngines {

    private static final Log LOG = LogFactory.getLog(WatchedEngines.class);

    private final ConfigurableListableBeanFactory beans;
    private volatile Map<String, Watched> byName = Map.of();

    private record Watched(Kiban kiban, @Nullable LiveTrace trace) {}

    WatchedEngines(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Finds the engines and starts their traces. Failures are told in the log, never to the caller. */
    void start() {
        try {
            Map<String, Watched> found = new LinkedHashMap<>();
            named(beans).forEach((name, kiban) -> found.put(name, new Watched(kiban, trace(name, kiban))));
            byName = found;
        } catch (RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot find the application's engines and shows none", e);
        }
    }

    List<EngineCard> cards() {
        return byName.entrySet().stream()
                .map(engine -> EngineCard.of(engine.getKey(), engine.getValue().kiban()))
                .toList();
    }

    /** The engine of that name, or null. */
    @Nullable
    EngineCard card(String name) {
        Watched watched = byName.get(name);
        return watched == null ? null : EngineCard.of(name, watched.kiban());
    }

    /** Lines of an engine's trace after that sequence, none where its trace could not be started; null when there is no such engine. */
    @Nullable
    List<String> lines(String name, long since) {
        Watched watched = byName.get(name);
        if (watched == null) {
            return null;
        }
        return watched.trace() == null ? List.of() : watched.trace().lines(since);
    }

    private static @Nullable LiveTrace trace(String name, Kiban kiban) {
        try {
            return kiban.isClosed() ? null : kiban.liveTrace();
        } catch (RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot trace the engine '" + name + "' and shows its state alone", e);
            return null;
        }
    }

    /**
     * The names that the starter gives: the name in its options for the engine that is injected by default, the bean's name for
     * every further one, those that are no candidates by default included.
     */
    private static Map<String, Kiban> named(ConfigurableListableBeanFactory beans) {
        Map<String, Kiban> candidates =
                SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, Kiban.class, false, true);
        Kiban injected = beans.getBeanProvider(Kiban.class).getIfUnique();
        Map<String, Kiban> named = new LinkedHashMap<>();
        candidates.forEach((beanName, kiban) -> {
            String name =
                    kiban == injected && !kiban.isClosed() ? kiban.options().name() : beanName;
            named.put(candidates.containsKey(name) ? beanName : name, kiban);
        });
        return named;
    }
}
