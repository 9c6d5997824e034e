package dev.kiban.spring;

import dev.kiban.InvalidOptionException;
import dev.kiban.Kiban;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import dev.kiban.KibanResources;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.RecoveryMetrics;
import dev.kiban.spring.failure.MissingPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;

/**
 * Opens a store as the properties below {@code kiban.} say, and closes it with the application context. Backs off where the
 * application brings its own {@link Kiban}; its own {@link KibanOptions} or {@link KibanResources} are used instead of made.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "kiban.enabled", matchIfMissing = true)
@EnableConfigurationProperties(KibanProperties.class)
public final class KibanAutoConfiguration {

    private static final Log LOG = LogFactory.getLog(KibanAutoConfiguration.class);

    /** Threads and cache as the properties say; without the property the store makes its own. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean({KibanResources.class, KibanOptions.class, Kiban.class})
    @ConditionalOnProperty("kiban.compaction-threads")
    ConfiguredResources kibanConfiguredResources(KibanProperties properties) {
        return ConfiguredResources.create(properties);
    }

    /**
     * @throws InvalidConfigurationPropertyValueException when a property has a value that cannot work
     */
    @Bean
    @ConditionalOnMissingBean
    KibanOptions kibanOptions(
            KibanProperties properties,
            ObjectProvider<KibanResources> shared,
            ObjectProvider<ConfiguredResources> configured,
            ObjectProvider<KibanOptionsCustomizer> customizers,
            ObjectProvider<KibanListener> listeners) {
        try {
            KibanOptions.Builder builder = KibanOptions.builder();
            ConfiguredResources own = configured.getIfAvailable();
            properties.applyTo(builder, own == null);
            if (own != null) {
                builder.resources(own.resources());
            } else {
                shared.ifAvailable(resources -> useShared(resources, properties, builder));
            }
            listeners.orderedStream().forEach(builder::listener);
            customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
            return builder.build();
        } catch (InvalidOptionException refused) {
            throw OptionProperty.translate(refused);
        }
    }

    /**
     * @throws MissingPathException when neither a path nor memory is chosen
     * @throws InvalidConfigurationPropertyValueException when an option does not fit this machine
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Kiban kiban(KibanProperties properties, KibanOptions options) {
        boolean inMemory = Boolean.TRUE.equals(properties.inMemory());
        Path path = properties.path();
        if (path == null && !inMemory) {
            throw new MissingPathException();
        }
        try {
            Kiban kiban = path == null || inMemory ? Kiban.openInMemory(options) : Kiban.open(path, options);
            LOG.info(opened(kiban, inMemory));
            return kiban;
        } catch (InvalidOptionException refused) {
            throw OptionProperty.translate(refused);
        }
    }

    private static void useShared(KibanResources resources, KibanProperties properties, KibanOptions.Builder builder) {
        if (properties.compactionThreads() != null) {
            throw new InvalidOptionException(
                    "compactionThreads",
                    properties.compactionThreads(),
                    "the threads belong to the KibanResources bean; set their number there");
        }
        builder.resources(resources);
    }

    private static String opened(Kiban kiban, boolean inMemory) {
        KibanMetrics metrics = kiban.metrics();
        RecoveryMetrics recovery = metrics.recovery();
        return "Kiban '%s' opened %s in %d ms: durability %s, %d bytes in tables, %d records recovered from the log%s"
                .formatted(
                        metrics.name(),
                        inMemory ? "in memory" : kiban.path(),
                        TimeUnit.NANOSECONDS.toMillis(recovery.nanos()),
                        metrics.durability().name().toLowerCase(Locale.ROOT),
                        metrics.disk().tableBytes(),
                        recovery.records(),
                        recovery.droppedBytes() == 0
                                ? ""
                                : ", " + recovery.droppedBytes() + " bytes of its torn tail erased");
    }
}
