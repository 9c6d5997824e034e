package dev.kiban.spring.metrics;

import dev.kiban.Kiban;
import dev.kiban.spring.KibanAutoConfiguration;
import dev.kiban.spring.KibanEngines;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Binds the meters of every engine to the application's meter registry. */
@AutoConfiguration(
        after = KibanAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBooleanProperty(name = "kiban.enabled", matchIfMissing = true)
@ConditionalOnClass({MeterRegistry.class, MeterBinder.class})
@ConditionalOnBean({Kiban.class, MeterRegistry.class})
public final class KibanMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    KibanMeters kibanMeters(ConfigurableListableBeanFactory beans) {
        return new KibanMeters(KibanEngines.of(beans).byName());
    }
}
