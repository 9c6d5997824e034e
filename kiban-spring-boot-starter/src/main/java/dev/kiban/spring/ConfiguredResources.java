package dev.kiban.spring;

import dev.kiban.InvalidOptionException;
import dev.kiban.KibanOptions;
import dev.kiban.KibanResources;
import org.springframework.util.unit.DataSize;

/**
 * Resources of the auto-configured engine alone, made because {@code kiban.compaction-threads} is set. Not a
 * {@link KibanResources} bean, so that only what the application declares itself is ever shared.
 */
record ConfiguredResources(KibanResources resources) implements AutoCloseable {

    static ConfiguredResources create(KibanProperties properties) {
        DataSize cacheSize = properties.cacheSize();
        Integer threads = properties.compactionThreads();
        if (threads == null) {
            throw new IllegalStateException("kiban.compaction-threads is not set");
        }
        try {
            return new ConfiguredResources(KibanResources.create(
                    cacheSize == null ? KibanOptions.defaults().cacheSize() : cacheSize.toBytes(), threads));
        } catch (InvalidOptionException refused) {
            throw OptionProperty.translate(refused);
        }
    }

    @Override
    public void close() {
        resources.close();
    }
}
