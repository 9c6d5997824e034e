package dev.kiban.bench.store;

import dev.kiban.ValueDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * RocksDB through its JNI binding, tuned for small records that are read often: 16 KiB blocks, Ribbon filters, no
 * compression, index and filters outside of the cache. All else is RocksDB's default.
 */
final class RocksStore implements Store {

    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(30);

    static {
        RocksDB.loadLibrary();
    }

    private final DBOptions databaseOptions;
    private final ColumnFamilyOptions familyOptions;
    private final Map<String, String> options;
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final RocksDB db;
    private final WriteOptions unsynced = new WriteOptions();
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final ReadOptions reads = new ReadOptions();

    private RocksStore(Path directory, long cacheBytes) throws RocksDBException {
        // By text, since the binding has no class for the Ribbon filter.
        this.options = new LinkedHashMap<>();
        options.put(
                "block_based_table_factory",
                "{block_size=16384;filter_policy=ribbonfilter:10;block_cache={capacity=" + cacheBytes + "}}");
        options.put("compression", "kNoCompression");
        Properties properties = new Properties();
        properties.putAll(options);
        ColumnFamilyOptions parsed = ColumnFamilyOptions.getColumnFamilyOptionsFromProps(properties);
        if (parsed == null) {
            throw new IllegalStateException("RocksDB does not take the options " + options);
        }
        this.familyOptions = parsed;
        this.databaseOptions = new DBOptions().setCreateIfMissing(true);
        this.db = RocksDB.open(
                databaseOptions,
                directory.toString(),
                List.of(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions)),
                families);
        options.put("write_buffer_size", String.valueOf(familyOptions.writeBufferSize()));
        options.put("max_write_buffer_number", String.valueOf(familyOptions.maxWriteBufferNumber()));
        options.put("max_background_jobs", String.valueOf(databaseOptions.maxBackgroundJobs()));
        if (number("rocksdb.block-cache-capacity") != cacheBytes) {
            throw new IllegalStateException("RocksDB does not have the cache it was given");
        }
    }

    static RocksStore open(Path directory, long cacheBytes) {
        try {
            return new RocksStore(directory, cacheBytes);
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    static String version() {
        return RocksDB.rocksdbVersion().toString();
    }

    @Override
    public void put(byte[] key, byte[] value, boolean sync) {
        try {
            db.put(sync ? synced : unsynced, key, value);
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    @Override
    public <T> @Nullable T get(byte[] key, ValueDecoder<T> decoder) {
        try {
            byte[] value = db.get(reads, key);
            return value == null ? null : decoder.decode(value, 0, value.length);
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    @Override
    public <T> List<T> first(byte[] prefix, int limit, ValueDecoder<T> decoder) {
        List<T> values = new ArrayList<>(limit);
        try (RocksIterator iterator = db.newIterator(reads)) {
            for (iterator.seek(prefix); values.size() < limit && iterator.isValid(); iterator.next()) {
                byte[] key = iterator.key();
                if (!startsWith(key, prefix)) {
                    break;
                }
                byte[] value = iterator.value();
                values.add(decoder.decode(value, 0, value.length));
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw failure(e);
        }
        return values;
    }

    @Override
    public void scan(EntryConsumer consumer) {
        try (RocksIterator iterator = db.newIterator(reads)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                consumer.accept(iterator.key(), iterator.value());
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    @Override
    public void settle() {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            db.flush(flush);
        } catch (RocksDBException e) {
            throw failure(e);
        }
        Patience.until(this::isQuiet, SETTLE_LIMIT, "RocksDB's compactions");
    }

    private boolean isQuiet() {
        return Stream.of(
                        "rocksdb.mem-table-flush-pending",
                        "rocksdb.num-running-flushes",
                        "rocksdb.compaction-pending",
                        "rocksdb.num-running-compactions")
                .allMatch(property -> number(property) == 0);
    }

    private long number(String property) {
        try {
            return db.getLongProperty(property);
        } catch (RocksDBException e) {
            throw failure(e);
        }
    }

    @Override
    public String guarantee(boolean sync) {
        return sync ? "WAL with sync: survives a power loss" : "WAL without sync: survives a crash of the process";
    }

    @Override
    public Map<String, String> options() {
        return options;
    }

    @Override
    public void close() {
        reads.close();
        synced.close();
        unsynced.close();
        families.forEach(ColumnFamilyHandle::close);
        try {
            db.closeE();
        } catch (RocksDBException e) {
            throw failure(e);
        } finally {
            databaseOptions.close();
            familyOptions.close();
        }
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static IllegalStateException failure(RocksDBException e) {
        return new IllegalStateException("RocksDB: " + e.getMessage(), e);
    }
}
