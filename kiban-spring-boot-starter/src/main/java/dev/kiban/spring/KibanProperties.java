package dev.kiban.spring;

import dev.kiban.Compression;
import dev.kiban.Durability;
import dev.kiban.InvalidOptionException;
import dev.kiban.KeyVisibility;
import dev.kiban.KibanOptions;
import dev.kiban.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * The properties below {@code kiban.}: one for each option of {@link KibanOptions}, of the same name. A property that is not
 * set is null and leaves its option to the profile or the default, so that the endpoint can tell the three apart.
 *
 * <p>Ranges are checked by the options themselves, so that they hold without a validation provider too. Immutable.
 *
 * @param path Directory of the store, relative to the working directory unless absolute. It is made when missing. Required
 *     unless kiban.in-memory is true.
 * @param inMemory Whether to keep the store in memory only, for tests; kiban.path is then ignored and the content is gone when
 *     the application stops.
 * @param profile Named preset for everything that is not set by a property.
 * @param name Name of the engine in meters and traces; 1 to 64 letters, digits, dots, dashes, underscores.
 * @param durability What a write that names no durability survives before it returns. "sync" survives a power loss, "process" a
 *     crash or kill of the process, "buffered" may lose the last moments on any crash.
 * @param cacheSize Size of the off-heap block cache, 0B to 1TB; 0B switches it off. By default an eighth of the memory that
 *     direct buffers may take, at most 512MB.
 * @param compactionThreads Compactions that may run at one time, 1 to 64. By default one for every two cores. Not allowed beside
 *     a KibanResources bean, which brings its own threads.
 * @param memtableSize Size at which the active memtable is sealed and flushed, 64KB to 1GB. By default a sixteenth of the heap,
 *     at least 4MB, at most 32MB.
 * @param maxSealedMemtables Sealed memtables at which writers stop, 1 to 16.
 * @param blockSize Target size of a table's blocks before compression, 1KB to 64KB.
 * @param compression How tables of the levels from kiban.compression-from-level down are compressed. The profile "agent-memory"
 *     presets "none".
 * @param compressionFromLevel First level whose tables are compressed, 0 to 6.
 * @param filterBitsPerKey Bits a key of the tables' filters, 0 to 32; 0 switches them off.
 * @param tableSize Target size of a table that compaction writes, 64KB to 1GB.
 * @param levelBaseSize Target size of level 1, 64KB to 1TB.
 * @param levelMultiplier How many times larger each level's target is than that of the level above, 2 to 100.
 * @param l0CompactionFiles Files in level 0 at which they are compacted into level 1, 1 to 1000.
 * @param l0SlowdownFiles Files in level 0 from which writers are slowed, kiban.l0-compaction-files to 10000.
 * @param l0StopFiles Files in level 0 at which writers stop, above kiban.l0-slowdown-files, up to 10000.
 * @param pendingSlowdownSize Size of what waits for compaction from which writers are slowed, 1MB to 1024TB.
 * @param pendingStopSize Size of what waits for compaction at which writers stop, above kiban.pending-slowdown-size, up to
 *     1024TB.
 * @param minFreeDisk Free space of the volume below which writers stop, up to 1TB.
 * @param maxWriteWait How long a write may wait for maintenance before it fails as retryable, 0s to 1d.
 * @param lockTimeout How long the start waits for another process to give the directory up, 0s to 1h; rolling deploys raise it.
 * @param closeTimeout How long the shutdown waits for calls in flight, 0s to 1h.
 * @param keyVisibility How much of a key endpoint, traces and pages may show; values are never shown. "rank" is a number that
 *     keeps the order of keys, "prefix" at most the first eight bytes.
 */
@ConfigurationProperties("kiban")
public record KibanProperties(
        @Nullable Path path,
        @Nullable Boolean inMemory,
        @Nullable Profile profile,
        @Nullable String name,
        @Nullable Durability durability,
        @Nullable DataSize cacheSize,
        @Nullable Integer compactionThreads,
        @Nullable DataSize memtableSize,
        @Nullable Integer maxSealedMemtables,
        @Nullable DataSize blockSize,
        @Nullable Compression compression,
        @Nullable Integer compressionFromLevel,
        @Nullable Integer filterBitsPerKey,
        @Nullable DataSize tableSize,
        @Nullable DataSize levelBaseSize,
        @Nullable Integer levelMultiplier,
        @Nullable Integer l0CompactionFiles,
        @Nullable Integer l0SlowdownFiles,
        @Nullable Integer l0StopFiles,
        @Nullable DataSize pendingSlowdownSize,
        @Nullable DataSize pendingStopSize,
        @Nullable DataSize minFreeDisk,
        @Nullable Duration maxWriteWait,
        @Nullable Duration lockTimeout,
        @Nullable Duration closeTimeout,
        @Nullable KeyVisibility keyVisibility) {

    /**
     * Sets on the builder what is set here. The size of the cache is left out when the resources, and with them the cache, are
     * not the store's own.
     *
     * @throws InvalidOptionException when a value is out of range
     */
    void applyTo(KibanOptions.Builder options, boolean ownCache) {
        set(profile, options::profile);
        set(name, options::name);
        set(durability, options::durability);
        if (ownCache) {
            set(bytes(cacheSize), options::cacheSize);
        }
        set(bytes(memtableSize), options::memtableSize);
        set(maxSealedMemtables, options::maxSealedMemtables);
        set(smallSize("blockSize", blockSize), options::blockSize);
        set(compression, options::compression);
        set(compressionFromLevel, options::compressionFromLevel);
        set(filterBitsPerKey, options::filterBitsPerKey);
        set(bytes(tableSize), options::tableSize);
        set(bytes(levelBaseSize), options::levelBaseSize);
        set(levelMultiplier, options::levelMultiplier);
        set(l0CompactionFiles, options::l0CompactionFiles);
        set(l0SlowdownFiles, options::l0SlowdownFiles);
        set(l0StopFiles, options::l0StopFiles);
        set(bytes(pendingSlowdownSize), options::pendingSlowdownSize);
        set(bytes(pendingStopSize), options::pendingStopSize);
        set(bytes(minFreeDisk), options::minFreeDisk);
        set(maxWriteWait, options::maxWriteWait);
        set(lockTimeout, options::lockTimeout);
        set(closeTimeout, options::closeTimeout);
        set(keyVisibility, options::keyVisibility);
    }

    private static <T> void set(@Nullable T value, Consumer<T> option) {
        if (value != null) {
            option.accept(value);
        }
    }

    private static @Nullable Long bytes(@Nullable DataSize size) {
        return size == null ? null : size.toBytes();
    }

    /** A size whose option is an int: what does not fit is out of its range anyway, and is refused before it is cut. */
    private static @Nullable Integer smallSize(String option, @Nullable DataSize size) {
        if (size == null) {
            return null;
        }
        if ((int) size.toBytes() != size.toBytes()) {
            throw new InvalidOptionException(option, size, "must be less than 2 GiB");
        }
        return (int) size.toBytes();
    }
}
