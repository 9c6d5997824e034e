package dev.kiban.spring.endpoint;

import dev.kiban.Kiban;
import dev.kiban.spring.KibanAutoConfiguration;
import dev.kiban.spring.KibanEngines;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds the endpoint {@code kiban} where Actuator makes it available. */
@AutoConfiguration(after = KibanAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "kiban.enabled", matchIfMissing = true)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(KibanEndpoint.class)
@ConditionalOnBean(Kiban.class)
public final class KibanEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    KibanEndpoint kibanEndpoint(ConfigurableListableBeanFactory beans) {
        return new KibanEndpoint(KibanEngines.of(beans).byName());
    }
}
