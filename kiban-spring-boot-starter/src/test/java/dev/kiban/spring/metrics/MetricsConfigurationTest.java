package dev.kiban.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.spring.FurtherEngine;
import dev.kiban.spring.KibanAutoConfiguration;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class MetricsConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    KibanAutoConfiguration.class,
                    KibanMetricsAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class))
            .withPropertyValues("kiban.in-memory=true", "kiban.name=memories");

    @Test
    void operationsOfTheEngineAreCounted() {
        runner.withUserConfiguration(Registry.class).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            Kiban kiban = context.getBean(Kiban.class);
            kiban.put(new byte[] {1}, new byte[] {2, 3});
            kiban.get(new byte[] {1});
            kiban.get(new byte[] {9});
            context.getBean(MockClock.class).add(Duration.ofSeconds(10));
            assertThat(operations(registry, "put")).isEqualTo(1);
            assertThat(operations(registry, "get")).isEqualTo(2);
            assertThat(registry.get("kiban.user.written").functionCounter().count())
                    .isEqualTo(3);
            kiban.close();
            context.getBean(MockClock.class).add(Duration.ofSeconds(10));
            assertThat(operations(registry, "put")).isEqualTo(1);
            assertThat(registry.get("kiban.state")
                            .tag("state", "closed")
                            .gauge()
                            .value())
                    .isEqualTo(1);
            assertThat(registry.get("kiban.wal.size").gauge().value()).isNaN();
        });
    }

    @Test
    void aFlushIsRecordedWhenItEnds() {
        runner.withUserConfiguration(Registry.class).run(context -> {
            var flushes = context.getBean(MeterRegistry.class)
                    .get("kiban.flush")
                    .tag("reason", "request")
                    .timer();
            Kiban kiban = context.getBean(Kiban.class);
            kiban.put(new byte[] {1}, new byte[] {2});
            kiban.flush();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (flushes.count() == 0 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(flushes.count()).isEqualTo(1);
            assertThat(flushes.totalTime(TimeUnit.NANOSECONDS)).isPositive();
        });
    }

    @Test
    void everyEngineHasItsMeters() {
        runner.withUserConfiguration(Registry.class, FurtherEngine.class).run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            for (String engine : new String[] {"memories", "archive"}) {
                assertThat(registry.get("kiban.level.size")
                                .tag("engine", engine)
                                .gauges())
                        .hasSize(7);
            }
        });
    }

    @Test
    void withoutARegistryThereAreNoMeters() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(KibanAutoConfiguration.class, KibanMetricsAutoConfiguration.class))
                .withPropertyValues("kiban.in-memory=true")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(KibanMeters.class));
    }

    private static double operations(MeterRegistry registry, String operation) {
        return registry.get("kiban.operations")
                .tag("engine", "memories")
                .tag("operation", operation)
                .functionCounter()
                .count();
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {

        @Bean
        MockClock clock() {
            return new MockClock();
        }

        @Bean
        MeterRegistry registry(Clock clock) {
            return new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
        }
    }
}
