package dev.kiban.dashboard;

import dev.kiban.Kiban;
import dev.kiban.trace.LiveTrace;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Every engine of the application with its trace, started with the application, so that who looks late sees the past. One that is
 * opened later, because its bean is lazy, is found by the next look. Empty until {@link #start()}. Thread safe.
 */
final class WatchedEngines {

    private static final Log LOG = LogFactory.getLog(WatchedEngines.class);

    private final ConfigurableListableBeanFactory beans;

    /** Beans that could not be had, which is told once; guarded by this. */
    private final Set<String> failed = new HashSet<>();

    private volatile Map<String, Watched> byBean = Map.of();

    private record Watched(
            String name, Kiban kiban, @Nullable LiveTrace trace) {

        EngineCard card() {
            return EngineCard.of(name, kiban);
        }
    }

    WatchedEngines(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Finds the engines and starts their traces. Failures are told in the log, never to the caller. */
    void start() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot find the application's engines and shows none", e);
        }
    }

    private synchronized void look() {
        EngineBeans candidates = EngineBeans.of(beans);
        Map<String, Watched> found = new LinkedHashMap<>();
        for (String bean : candidates.names()) {
            Watched watched = byBean.get(bean);
            if (watched == null && candidates.isOpen(bean) && !failed.contains(bean)) {
                watched = watch(candidates, bean);
            }
            if (watched != null) {
                found.put(bean, watched);
            }
        }
        byBean = found;
    }

    private @Nullable Watched watch(EngineBeans candidates, String bean) {
        try {
            Kiban kiban = beans.getBean(bean, Kiban.class);
            String name = candidates.nameOf(bean, kiban);
            return new Watched(name, kiban, trace(name, kiban));
        } catch (RuntimeException e) {
            failed.add(bean);
            LOG.warn("Kiban's dashboard cannot have the engine of the bean '" + bean + "' and leaves it out", e);
            return null;
        }
    }

    List<EngineCard> cards() {
        start();
        return byBean.values().stream().map(Watched::card).toList();
    }

    /** The engine of that id or name, or null. */
    @Nullable
    EngineCard card(String id) {
        Watched watched = find(id);
        return watched == null ? null : watched.card();
    }

    /** Lines of an engine's trace after that sequence, none where its trace could not be started; null when there is no such engine. */
    @Nullable
    List<String> lines(String id, long since) {
        Watched watched = find(id);
        if (watched == null) {
            return null;
        }
        return watched.trace() == null ? List.of() : watched.trace().lines(since);
    }

    private @Nullable Watched find(String id) {
        Watched named = null;
        for (Watched watched : byBean.values()) {
            if (EngineCard.id(watched.name()).equals(id)) {
                return watched;
            }
            if (watched.name().equals(id)) {
                named = watched;
            }
        }
        return named;
    }

    private static @Nullable LiveTrace trace(String name, Kiban kiban) {
        try {
            return kiban.isClosed() ? null : kiban.liveTrace();
        } catch (RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot trace the engine '" + name + "' and shows its state alone", e);
            return null;
        }
    }
}
