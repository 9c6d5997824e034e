package dev.kiban.spring;

import dev.kiban.Kiban;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.SimpleAutowireCandidateResolver;

/**
 * Every engine of the application under the name that health, meters and endpoint agree on: the name in its options for the one
 * that is injected by default, the bean's name for every further one. Immutable.
 */
public final class KibanEngines {

    private final Map<String, Kiban> byName;

    private KibanEngines(Map<String, Kiban> byName) {
        this.byName = Collections.unmodifiableMap(byName);
    }

    /** The engines among the beans, those that are not candidates for injection by default included. */
    public static KibanEngines of(ConfigurableListableBeanFactory beans) {
        Map<String, Kiban> candidates =
                SimpleAutowireCandidateResolver.resolveAutowireCandidates(beans, Kiban.class, false, true);
        Kiban injected = beans.getBeanProvider(Kiban.class).getIfUnique();
        Map<String, Kiban> named = new LinkedHashMap<>();
        candidates.forEach((beanName, kiban) -> {
            String name =
                    kiban == injected && !kiban.isClosed() ? kiban.options().name() : beanName;
            named.put(candidates.containsKey(name) ? beanName : name, kiban);
        });
        return new KibanEngines(named);
    }

    /** The engines by name, in the order of their beans. */
    public Map<String, Kiban> byName() {
        return byName;
    }

    /** The engine of that name, or null. */
    public @Nullable Kiban find(String name) {
        return byName.get(name);
    }
}
