package dev.kiban.bench.store;

import dev.kiban.Cursor;
import dev.kiban.Durability;
import dev.kiban.KeyRange;
import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.ValueDecoder;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.LevelMetrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Kiban with its profile for agent memories and a cache of a given size. */
public final class KibanStore implements Store {

    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(30);

    private final Kiban db;

    private KibanStore(Kiban db) {
        this.db = db;
    }

    static KibanStore open(Path directory, long cacheBytes) {
        return new KibanStore(Kiban.open(
                directory, KibanOptions.agentMemory().cacheSize(cacheBytes).build()));
    }

    /** As the build wrote it into the jar. */
    static String version() {
        Properties properties = new Properties();
        try (InputStream in =
                Kiban.class.getResourceAsStream("/META-INF/maven/dev.kiban/kiban-engine/pom.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "of this build");
    }

    @Override
    public void put(byte[] key, byte[] value, boolean synced) {
        db.put(key, value, synced ? Durability.SYNC : Durability.PROCESS);
    }

    @Override
    public <T> @Nullable T get(byte[] key, ValueDecoder<T> decoder) {
        return db.get(key, decoder);
    }

    @Override
    public <T> List<T> first(byte[] prefix, int limit, ValueDecoder<T> decoder) {
        List<T> values = new ArrayList<>(limit);
        try (Cursor cursor = db.scan(KeyRange.prefix(prefix))) {
            while (values.size() < limit && cursor.next()) {
                values.add(cursor.value(decoder));
            }
        }
        return values;
    }

    @Override
    public void scan(EntryConsumer consumer) {
        try (Cursor cursor = db.scan(KeyRange.all())) {
            while (cursor.next()) {
                consumer.accept(cursor.key(), cursor.value());
            }
        }
    }

    @Override
    public void settle() {
        settle(db);
    }

    /** Flushes, and returns when no job runs and no level wants one. */
    public static void settle(Kiban db) {
        db.flush();
        Patience.until(() -> isSettled(db.metrics()), SETTLE_LIMIT, "Kiban's compactions");
    }

    private static boolean isSettled(KibanMetrics metrics) {
        return metrics.memtables().sealedCount() == 0
                && metrics.compactions().running() == 0
                && metrics.levels().stream()
                                .mapToDouble(LevelMetrics::score)
                                .max()
                                .orElse(0)
                        < 1;
    }

    @Override
    public String guarantee(boolean synced) {
        return synced ? "SYNC: survives a power loss" : "PROCESS: survives a crash of the process";
    }

    @Override
    public Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        db.options().values().forEach(option -> options.put(option.name(), String.valueOf(option.value())));
        return options;
    }

    @Override
    public void close() {
        db.close();
    }
}
