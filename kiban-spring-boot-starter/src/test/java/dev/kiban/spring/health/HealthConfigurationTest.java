package dev.kiban.spring.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.spring.FurtherEngine;
import dev.kiban.spring.KibanAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HealthConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(KibanAutoConfiguration.class, KibanHealthContributorAutoConfiguration.class))
            .withPropertyValues("kiban.in-memory=true");

    @Test
    void anOpenEngineIsUpAndAClosedOneOutOfService() {
        runner.run(context -> {
            HealthIndicator indicator = context.getBean(KibanHealthIndicator.class);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
            context.getBean(Kiban.class).close();
            Health closed = indicator.health();
            assertThat(closed.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            assertThat(closed.getDetails()).isEqualTo(Map.of("state", "closed"));
        });
    }

    @Test
    void severalEnginesAreAComposite() {
        runner.withUserConfiguration(FurtherEngine.class)
                .run(context -> assertThat(context.getBean(CompositeHealthContributor.class).stream()
                                .map(entry -> entry.name()))
                        .containsExactlyInAnyOrder("kiban", "archive"));
    }

    @Test
    void itCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.kiban.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(KibanHealthIndicator.class));
        runner.withPropertyValues("kiban.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("kibanHealthContributor"));
    }
}
