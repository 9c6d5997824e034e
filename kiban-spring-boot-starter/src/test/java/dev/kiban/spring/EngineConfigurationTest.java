package dev.kiban.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Compression;
import dev.kiban.Durability;
import dev.kiban.Kiban;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import dev.kiban.KibanResources;
import dev.kiban.OptionValue.Origin;
import dev.kiban.StoreLockedException;
import dev.kiban.event.FlushEnd;
import dev.kiban.event.KibanEvent;
import dev.kiban.spring.failure.MissingPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Opens engines as applications do. */
@ExtendWith(OutputCaptureExtension.class)
class EngineConfigurationTest {

    private static final byte[] KEY = "key".getBytes(UTF_8);
    private static final byte[] VALUE = "value".getBytes(UTF_8);

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(KibanAutoConfiguration.class));
    private final ApplicationContextRunner inMemory = runner.withPropertyValues("kiban.in-memory=true");

    @Test
    void aPathIsAllItTakes(@TempDir Path directory, CapturedOutput output) {
        ApplicationContextRunner onDisk = runner.withPropertyValues("kiban.path=" + directory.resolve("store"));
        onDisk.run(context -> {
            Kiban kiban = context.getBean(Kiban.class);
            assertThat(kiban.path()).isEqualTo(directory.resolve("store").toAbsolutePath());
            assertThat(kiban.options().durability()).isEqualTo(Durability.PROCESS);
            kiban.put(KEY, VALUE);
        });
        onDisk.run(context -> assertThat(context.getBean(Kiban.class).get(KEY)).isEqualTo(VALUE));
        assertThat(output.getOut().lines().filter(line -> line.contains("Kiban 'kiban' opened")))
                .hasSize(2)
                .allMatch(line -> line.contains(directory.resolve("store").toString())
                        && line.contains("durability process")
                        && line.matches(".* in \\d+ ms.*"));
    }

    @Test
    void theEngineClosesWithItsContext() {
        List<Kiban> engines = new ArrayList<>();
        inMemory.run(context -> {
            engines.add(context.getBean(Kiban.class));
            assertThat(engines.get(0).isClosed()).isFalse();
        });
        assertThat(engines.get(0).isClosed()).isTrue();
    }

    @Test
    void twentyContextsInARowOpenTheSameDirectory(@TempDir Path directory) {
        for (int i = 0; i < 20; i++) {
            byte[] key = {(byte) i};
            int previous = i - 1;
            runner.withPropertyValues("kiban.path=" + directory).run(context -> {
                Kiban kiban = context.getBean(Kiban.class);
                if (previous >= 0) {
                    assertThat(kiban.get(new byte[] {(byte) previous})).isEqualTo(VALUE);
                }
                kiban.put(key, VALUE);
            });
        }
    }

    @Test
    void withoutPathAndMemoryTheStartFailsWithAReason() {
        runner.run(context ->
                assertThat(context).hasFailed().getFailure().hasRootCauseInstanceOf(MissingPathException.class));
    }

    @Test
    void aDirectoryInUseFailsTheStart(@TempDir Path directory) {
        try (Kiban other = Kiban.open(directory)) {
            runner.withPropertyValues("kiban.path=" + directory)
                    .run(context -> assertThat(context.getStartupFailure())
                            .isNotNull()
                            .satisfies(failure -> assertThat(causes(failure))
                                    .hasAtLeastOneElementOfType(StoreLockedException.class)));
            assertThat(other.isClosed()).isFalse();
        }
    }

    @Test
    void aBadValueNamesPropertyValueAndReason() {
        inMemory.withPropertyValues("kiban.block-size=1B")
                .run(context -> assertThat(causes(context.getStartupFailure()))
                        .filteredOn(InvalidConfigurationPropertyValueException.class::isInstance)
                        .singleElement()
                        .satisfies(cause -> {
                            var refused = (InvalidConfigurationPropertyValueException) cause;
                            assertThat(refused.getName()).isEqualTo("kiban.block-size");
                            assertThat(refused.getValue()).isEqualTo("1");
                            assertThat(refused.getReason()).isEqualTo("must be between 1024 and 65536");
                        }));
    }

    @Test
    void optionsThatContradictEachOtherNameBothProperties() {
        inMemory.withPropertyValues("kiban.l0-slowdown-files=50")
                .run(context -> assertThat(causes(context.getStartupFailure()))
                        .filteredOn(InvalidConfigurationPropertyValueException.class::isInstance)
                        .singleElement()
                        .satisfies(cause -> {
                            var refused = (InvalidConfigurationPropertyValueException) cause;
                            assertThat(refused.getName()).isEqualTo("kiban.l0-stop-files");
                            assertThat(refused.getReason())
                                    .isEqualTo("must be greater than kiban.l0-slowdown-files, which is 50");
                        }));
    }

    @Test
    void switchedOffThereIsNothing() {
        runner.withPropertyValues("kiban.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(Kiban.class)
                        .doesNotHaveBean(KibanOptions.class));
    }

    @Test
    void profileDefaultAndSetAreToldApart() {
        inMemory.withPropertyValues("kiban.profile=agent-memory", "kiban.durability=process")
                .run(context -> assertThat(
                                context.getBean(Kiban.class).options().values())
                        .filteredOn(value -> List.of("compression", "durability", "blockSize")
                                .contains(value.name()))
                        .extracting(value -> value.name() + " " + value.value() + " " + value.origin())
                        .containsExactlyInAnyOrder(
                                "compression " + Compression.NONE + " " + Origin.PROFILE,
                                "durability " + Durability.PROCESS + " " + Origin.SET,
                                "blockSize 4096 " + Origin.DEFAULT));
    }

    @Test
    void anApplicationsOwnEngineIsLeftAlone() {
        runner.withUserConfiguration(OwnEngine.class)
                .run(context -> assertThat(context.getBean(Kiban.class))
                        .isSameAs(context.getBean("mine"))
                        .satisfies(kiban -> assertThat(kiban.options().name()).isEqualTo("mine")));
    }

    @Test
    void anApplicationsOwnOptionsReplaceTheProperties() {
        inMemory.withPropertyValues("kiban.name=from-properties")
                .withBean(
                        KibanOptions.class,
                        () -> KibanOptions.builder().name("from-bean").build())
                .run(context -> assertThat(
                                context.getBean(Kiban.class).options().name())
                        .isEqualTo("from-bean"));
    }

    @Test
    void customizersComeAfterThePropertiesInTheirOrder() {
        inMemory.withPropertyValues("kiban.name=zero")
                .withUserConfiguration(Customizers.class)
                .run(context -> {
                    KibanOptions options = context.getBean(Kiban.class).options();
                    assertThat(options.name()).isEqualTo("second");
                    assertThat(options.blockSize()).isEqualTo(2048);
                });
    }

    @Test
    void everyListenerBeanHearsTheEngine() {
        CountDownLatch heard = new CountDownLatch(2);
        List<KibanEvent> events = new CopyOnWriteArrayList<>();
        KibanListener listener = event -> {
            if (event instanceof FlushEnd) {
                events.add(event);
                heard.countDown();
            }
        };
        inMemory.withBean("first", KibanListener.class, () -> event -> listener.onEvent(event))
                .withBean("second", KibanListener.class, () -> event -> listener.onEvent(event))
                .run(context -> {
                    Kiban kiban = context.getBean(Kiban.class);
                    kiban.put(KEY, VALUE);
                    kiban.flush();
                    assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
                    assertThat(events).hasSize(2);
                });
    }

    @Test
    void sharedResourcesAreUsedAndOutliveTheEngine() {
        inMemory.withBean(KibanResources.class, () -> KibanResources.create(1 << 20, 1))
                .run(context -> assertThat(context.getBean(Kiban.class).options())
                        .satisfies(options -> {
                            assertThat(options.resources()).isSameAs(context.getBean(KibanResources.class));
                            assertThat(options.cacheSize()).isEqualTo(1 << 20);
                        }));
    }

    @Test
    void threadsMayBeSetWithoutSharingAnything() {
        inMemory.withPropertyValues("kiban.compaction-threads=2", "kiban.cache-size=2MB")
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(KibanResources.class);
                    KibanOptions options = context.getBean(Kiban.class).options();
                    assertThat(options.resources()).isNotNull();
                    assertThat(options.cacheSize()).isEqualTo(2 << 20);
                });
        inMemory.withPropertyValues("kiban.compaction-threads=0")
                .run(context -> assertThat(causes(context.getStartupFailure()))
                        .anySatisfy(cause -> assertThat(cause)
                                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                                .hasMessageContaining("kiban.compaction-threads")));
    }

    @Test
    void threadsOfSharedResourcesAreNotSetByProperty() {
        inMemory.withPropertyValues("kiban.compaction-threads=2")
                .withBean(KibanResources.class, () -> KibanResources.create(1 << 20, 1))
                .run(context -> assertThat(causes(context.getStartupFailure()))
                        .anySatisfy(cause -> assertThat(cause)
                                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                                .hasMessageContaining("kiban.compaction-threads")
                                .hasMessageContaining("KibanResources bean")));
    }

    @Test
    void furtherEnginesStandBesideTheDefaultOne() {
        inMemory.withUserConfiguration(FurtherEngine.class).run(context -> {
            assertThat(context.getBeanNamesForType(Kiban.class)).containsExactlyInAnyOrder("kiban", "archive");
            KibanEngines engines = KibanEngines.of(context.getBeanFactory());
            assertThat(engines.byName().keySet()).containsExactlyInAnyOrder("kiban", "archive");
            assertThat(engines.find("archive")).isSameAs(context.getBean("archive"));
            assertThat(context.getBeanProvider(Kiban.class).getObject()).isSameAs(context.getBean("kiban"));
        });
    }

    @Test
    void theDefaultEngineGoesByTheNameInItsOptions() {
        inMemory.withPropertyValues("kiban.name=memories")
                .withUserConfiguration(FurtherEngine.class)
                .run(context -> assertThat(KibanEngines.of(context.getBeanFactory())
                                .byName()
                                .keySet())
                        .containsExactlyInAnyOrder("memories", "archive"));
        inMemory.withPropertyValues("kiban.name=archive")
                .withUserConfiguration(FurtherEngine.class)
                .run(context -> assertThat(KibanEngines.of(context.getBeanFactory())
                                .byName()
                                .keySet())
                        .as("a name that is taken gives way to the bean's")
                        .containsExactlyInAnyOrder("kiban", "archive"));
    }

    @Test
    void useAfterTheContextClosedIsRefused() {
        List<Kiban> engines = new ArrayList<>();
        inMemory.run(context -> engines.add(context.getBean(Kiban.class)));
        assertThatThrownBy(() -> engines.get(0).get(KEY)).isInstanceOf(IllegalStateException.class);
    }

    static List<Throwable> causes(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            chain.add(cause);
        }
        return chain;
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnEngine {

        @Bean
        Kiban mine() {
            return Kiban.openInMemory(KibanOptions.builder().name("mine").build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        @Bean
        @Order(2)
        KibanOptionsCustomizer second() {
            return options -> options.name("second");
        }

        @Bean
        @Order(1)
        KibanOptionsCustomizer first() {
            return options -> options.name("first").blockSize(2048);
        }
    }
}
