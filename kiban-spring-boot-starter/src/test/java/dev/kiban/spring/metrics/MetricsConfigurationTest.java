package dev.kiban.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.WriteState;
import dev.kiban.spring.FurtherEngine;
import dev.kiban.spring.KibanAutoConfiguration;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
            await(() -> flushes.count() > 0);
            assertThat(flushes.count()).isEqualTo(1);
            assertThat(flushes.totalTime(TimeUnit.NANOSECONDS)).isPositive();
        });
    }

    @Test
    void aStallIsToldAlikeByTimerAndPicture() {
        runner.withUserConfiguration(Registry.class)
                .withPropertyValues("kiban.memtable-size=64KB", "kiban.max-sealed-memtables=1")
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    Kiban kiban = context.getBean(Kiban.class);
                    byte[] value = new byte[60_000];
                    for (int i = 0; episodes(kiban) == 0 && i < 10_000; i++) {
                        kiban.put(new byte[] {(byte) (i >> 8), (byte) i}, value);
                    }
                    assertThat(episodes(kiban)).isPositive();
                    kiban.flush();
                    await(() -> kiban.metrics().stalls().state() == WriteState.FREE
                            && recorded(registry) == episodes(kiban));
                    for (CauseMetrics cause : kiban.metrics().stalls().causes()) {
                        assertThat(stall(registry, cause, "stop").count()).isEqualTo(cause.stops());
                        assertThat(stall(registry, cause, "stop").totalTime(TimeUnit.NANOSECONDS))
                                .isEqualTo(cause.stopNanos());
                        assertThat(stall(registry, cause, "slowdown").count()).isEqualTo(cause.slowdowns());
                        assertThat(stall(registry, cause, "slowdown").totalTime(TimeUnit.NANOSECONDS))
                                .isEqualTo(cause.slowdownNanos());
                    }
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

    private static long episodes(Kiban kiban) {
        return kiban.metrics().stalls().causes().stream()
                .mapToLong(cause -> cause.stops() + cause.slowdowns())
                .sum();
    }

    private static long recorded(MeterRegistry registry) {
        return registry.get("kiban.write.stall").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private static Timer stall(MeterRegistry registry, CauseMetrics cause, String kind) {
        return registry.get("kiban.write.stall")
                .tag("cause", EngineMeters.tag(cause.cause()))
                .tag("kind", kind)
                .timer();
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
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
