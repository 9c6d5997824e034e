package dev.kiban.spring.health;

import dev.kiban.Kiban;
import dev.kiban.spring.KibanAutoConfiguration;
import dev.kiban.spring.KibanEngines;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.CompositeHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/** Health {@code kiban}: that of the one engine, or a composite with a part for each. */
@AutoConfiguration(
        after = KibanAutoConfiguration.class,
        beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnBooleanProperty(name = "kiban.enabled", matchIfMissing = true)
@ConditionalOnClass({Health.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(Kiban.class)
@ConditionalOnEnabledHealthIndicator("kiban")
public final class KibanHealthContributorAutoConfiguration
        extends CompositeHealthContributorConfiguration<KibanHealthIndicator, Kiban> {

    KibanHealthContributorAutoConfiguration() {
        super(KibanHealthIndicator::new);
    }

    @Bean
    @ConditionalOnMissingBean(name = {"kibanHealthIndicator", "kibanHealthContributor"})
    HealthContributor kibanHealthContributor(ConfigurableListableBeanFactory beans) {
        return createContributor(KibanEngines.of(beans).byName());
    }
}
