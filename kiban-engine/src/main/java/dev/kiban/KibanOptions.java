package dev.kiban;

import dev.kiban.OptionValue.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a store is opened. Immutable and reusable for any number of stores.
 *
 * <p>Every option has a default that works; a value that cannot work throws {@link InvalidOptionException}, either at once or,
 * where two options contradict each other, from {@link Builder#build()}.
 */
public final class KibanOptions {

    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;

    private final Map<String, OptionValue> values;
    private final List<KibanListener> listeners;
    private final @Nullable KibanResources resources;

    private KibanOptions(Builder builder) {
        this.values = builder.effective();
        this.listeners = List.copyOf(builder.listeners);
        this.resources = builder.resources;
    }

    /** All defaults. */
    public static KibanOptions defaults() {
        return builder().build();
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** The preset for many small, often read records: {@link Profile#AGENT_MEMORY}. */
    public static Builder agentMemory() {
        return builder().profile(Profile.AGENT_MEMORY);
    }

    /** A builder that starts from these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        for (OptionValue value : values.values()) {
            if (value.origin() == Origin.SET) {
                builder.set.put(value.name(), value.value());
            }
        }
        builder.profile = profile();
        builder.listeners.addAll(listeners);
        builder.resources = resources;
        return builder;
    }

    /** Every option in effect, with who set it, in a fixed order; listeners and resources are not among them. */
    public List<OptionValue> values() {
        return List.copyOf(values.values());
    }

    /** The preset; see {@link Builder#profile}. */
    public Profile profile() {
        return (Profile) value("profile");
    }

    /** Name in meters and traces; see {@link Builder#name}. */
    public String name() {
        return (String) value("name");
    }

    /** Durability of writes that name none; see {@link Builder#durability}. */
    public Durability durability() {
        return (Durability) value("durability");
    }

    /** Bytes of the block cache, or of the shared resources' one; see {@link Builder#cacheSize}. */
    public long cacheSize() {
        return number("cacheSize");
    }

    /** Bytes at which the active memtable is sealed; see {@link Builder#memtableSize}. */
    public long memtableSize() {
        return number("memtableSize");
    }

    /** Sealed memtables at which writers stop; see {@link Builder#maxSealedMemtables}. */
    public int maxSealedMemtables() {
        return (int) number("maxSealedMemtables");
    }

    /** Target bytes of a block; see {@link Builder#blockSize}. */
    public int blockSize() {
        return (int) number("blockSize");
    }

    /** Compression of the deeper levels; see {@link Builder#compression}. */
    public Compression compression() {
        return (Compression) value("compression");
    }

    /** First level that is compressed; see {@link Builder#compressionFromLevel}. */
    public int compressionFromLevel() {
        return (int) number("compressionFromLevel");
    }

    /** Bits a key of the filters; see {@link Builder#filterBitsPerKey}. */
    public int filterBitsPerKey() {
        return (int) number("filterBitsPerKey");
    }

    /** Target bytes of a table; see {@link Builder#tableSize}. */
    public long tableSize() {
        return number("tableSize");
    }

    /** Target bytes of L1; see {@link Builder#levelBaseSize}. */
    public long levelBaseSize() {
        return number("levelBaseSize");
    }

    /** Growth of the targets from level to level; see {@link Builder#levelMultiplier}. */
    public int levelMultiplier() {
        return (int) number("levelMultiplier");
    }

    /** Files in L0 at which they are compacted; see {@link Builder#l0CompactionFiles}. */
    public int l0CompactionFiles() {
        return (int) number("l0CompactionFiles");
    }

    /** Files in L0 from which writers are slowed; see {@link Builder#l0SlowdownFiles}. */
    public int l0SlowdownFiles() {
        return (int) number("l0SlowdownFiles");
    }

    /** Files in L0 at which writers stop; see {@link Builder#l0StopFiles}. */
    public int l0StopFiles() {
        return (int) number("l0StopFiles");
    }

    /** Bytes of debt from which writers are slowed; see {@link Builder#pendingSlowdownSize}. */
    public long pendingSlowdownSize() {
        return number("pendingSlowdownSize");
    }

    /** Bytes of debt at which writers stop; see {@link Builder#pendingStopSize}. */
    public long pendingStopSize() {
        return number("pendingStopSize");
    }

    /** Free bytes below which writes are refused; see {@link Builder#minFreeDisk}. */
    public long minFreeDisk() {
        return number("minFreeDisk");
    }

    /** Longest wait of a write for maintenance; see {@link Builder#maxWriteWait}. */
    public Duration maxWriteWait() {
        return (Duration) value("maxWriteWait");
    }

    /** Longest wait for the directory; see {@link Builder#lockTimeout}. */
    public Duration lockTimeout() {
        return (Duration) value("lockTimeout");
    }

    /** Longest wait for calls in flight; see {@link Builder#closeTimeout}. */
    public Duration closeTimeout() {
        return (Duration) value("closeTimeout");
    }

    /** How much of a key may be shown; see {@link Builder#keyVisibility}. */
    public KeyVisibility keyVisibility() {
        return (KeyVisibility) value("keyVisibility");
    }

    /** Listeners from the opening on. */
    public List<KibanListener> listeners() {
        return listeners;
    }

    /** The shared resources, or null when the store makes its own. */
    public @Nullable KibanResources resources() {
        return resources;
    }

    private Object value(String name) {
        OptionValue value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no option " + name);
        }
        return value.value();
    }

    private long number(String name) {
        return ((Number) value(name)).longValue();
    }

    /** Collects options. Not thread safe. */
    public static final class Builder {

        private final Map<String, Object> set = new LinkedHashMap<>();
        private final List<KibanListener> listeners = new ArrayList<>();
        private Profile profile = Profile.GENERAL;
        private @Nullable KibanResources resources;

        private Builder() {}

        /** A preset for everything that is not set by hand. Default {@link Profile#GENERAL}. */
        public Builder profile(Profile value) {
            this.profile = required("profile", value);
            return this;
        }

        /** Name in meters and traces; 1 to 64 letters, digits, dots, dashes, underscores. Default {@code kiban}. */
        public Builder name(String value) {
            if (!required("name", value).matches("[A-Za-z0-9._-]{1,64}")) {
                throw new InvalidOptionException(
                        "name", value, "use 1 to 64 letters, digits, dots, dashes, underscores");
            }
            return put("name", value);
        }

        /** Durability of writes that name none. Default {@link Durability#PROCESS}. */
        public Builder durability(Durability value) {
            return put("durability", required("durability", value));
        }

        /**
         * Bytes of the off-heap block cache, 0 to 1 TiB; 0 switches it off. Default: an eighth of the memory that direct buffers
         * may take, at most 512 MiB. More than direct buffers may take is refused when the store is opened. Not together with
         * {@link #resources}, which bring a cache of their own.
         */
        public Builder cacheSize(long bytes) {
            return ranged("cacheSize", bytes, 0, 1024 * GIB);
        }

        /**
         * Bytes at which the active memtable is sealed and flushed, 64 KiB to 1 GiB. Default: a sixteenth of the heap, at least
         * 4 MiB, at most 32 MiB. A larger one makes fewer, larger files and a longer replay after a crash.
         */
        public Builder memtableSize(long bytes) {
            return ranged("memtableSize", bytes, 64 * KIB, GIB);
        }

        /** Sealed memtables at which writers stop, 1 to 16; one short of it they are slowed a little. Default 3. */
        public Builder maxSealedMemtables(int count) {
            return ranged("maxSealedMemtables", count, 1, 16);
        }

        /** Target bytes of a table's blocks before compression, 1 KiB to 64 KiB. Default 4 KiB. */
        public Builder blockSize(int bytes) {
            return ranged("blockSize", bytes, 1024, 64 * 1024);
        }

        /**
         * How tables of the levels from {@link #compressionFromLevel} down are compressed. Default LZ4; profile agent memory
         * none.
         */
        public Builder compression(Compression value) {
            return put("compression", required("compression", value));
        }

        /** First level whose tables are compressed, 0 to 6. Default 2: young data stays quick to read and write. */
        public Builder compressionFromLevel(int level) {
            return ranged("compressionFromLevel", level, 0, 6);
        }

        /**
         * Bits a key of the tables' filters, 0 to 32; 0 switches them off. More spare more block reads for absent keys. Default
         * 10.
         */
        public Builder filterBitsPerKey(int bits) {
            return ranged("filterBitsPerKey", bits, 0, 32);
        }

        /** Target bytes of a table that compaction writes, 64 KiB to 1 GiB. Default 32 MiB. */
        public Builder tableSize(long bytes) {
            return ranged("tableSize", bytes, 64 * KIB, GIB);
        }

        /** Target bytes of L1, 64 KiB to 1 TiB. Default 128 MiB. */
        public Builder levelBaseSize(long bytes) {
            return ranged("levelBaseSize", bytes, 64 * KIB, 1024 * GIB);
        }

        /** How many times larger each level's target is than that of the level above, 2 to 100. Default 10. */
        public Builder levelMultiplier(int factor) {
            return ranged("levelMultiplier", factor, 2, 100);
        }

        /** Files in L0 at which they are compacted into L1, 1 to 1,000. Default 4. */
        public Builder l0CompactionFiles(int files) {
            return ranged("l0CompactionFiles", files, 1, 1_000);
        }

        /** Files in L0 from which writers are slowed, {@link #l0CompactionFiles} to 10,000. Default 12. */
        public Builder l0SlowdownFiles(int files) {
            return ranged("l0SlowdownFiles", files, 1, 10_000);
        }

        /** Files in L0 at which writers stop, more than {@link #l0SlowdownFiles}, up to 10,000. Default 24. */
        public Builder l0StopFiles(int files) {
            return ranged("l0StopFiles", files, 2, 10_000);
        }

        /** Bytes waiting for compaction from which writers are slowed, 1 MiB to 1 PiB. Default 4 GiB. */
        public Builder pendingSlowdownSize(long bytes) {
            return ranged("pendingSlowdownSize", bytes, MIB, 1024 * 1024 * GIB);
        }

        /**
         * Bytes waiting for compaction at which writers stop, more than {@link #pendingSlowdownSize}, up to 1 PiB. Default 16
         * GiB.
         */
        public Builder pendingStopSize(long bytes) {
            return ranged("pendingStopSize", bytes, MIB, 1024 * 1024 * GIB);
        }

        /**
         * Free bytes of the volume below which writes are refused with {@link DiskFullException}, 0 to 1 TiB; below twice as many
         * writers are slowed. Default 64 MiB.
         */
        public Builder minFreeDisk(long bytes) {
            return ranged("minFreeDisk", bytes, 0, 1024 * GIB);
        }

        /** How long a write may wait for maintenance before {@link WriteStalledException}, 0 to 1 day. Default 1 minute. */
        public Builder maxWriteWait(Duration value) {
            return ranged("maxWriteWait", value, Duration.ZERO, Duration.ofDays(1));
        }

        /** How long open waits for another engine to give the directory up, 0 to 1 hour. Default 0. */
        public Builder lockTimeout(Duration value) {
            return ranged("lockTimeout", value, Duration.ZERO, Duration.ofHours(1));
        }

        /** How long close waits for calls in flight, 0 to 1 hour. Default 30 seconds. */
        public Builder closeTimeout(Duration value) {
            return ranged("closeTimeout", value, Duration.ZERO, Duration.ofHours(1));
        }

        /** How much of a key observability may show. Default {@link KeyVisibility#RANK}. */
        public Builder keyVisibility(KeyVisibility value) {
            return put("keyVisibility", required("keyVisibility", value));
        }

        /** Adds a listener, which is told of everything from the opening on. */
        public Builder listener(KibanListener value) {
            listeners.add(required("listener", value));
            return this;
        }

        /**
         * Shares block cache and maintenance threads with other stores. Default: resources of the store's own, closed with it.
         */
        public Builder resources(KibanResources value) {
            this.resources = required("resources", value);
            return this;
        }

        /**
         * The options. The builder may be used on.
         *
         * @throws InvalidOptionException when two options contradict each other
         */
        public KibanOptions build() {
            KibanOptions options = new KibanOptions(this);
            if (options.l0SlowdownFiles() < options.l0CompactionFiles()) {
                throw new InvalidOptionException(
                        "l0SlowdownFiles",
                        options.l0SlowdownFiles(),
                        "must be at least l0CompactionFiles, which is " + options.l0CompactionFiles());
            }
            if (options.l0StopFiles() <= options.l0SlowdownFiles()) {
                throw new InvalidOptionException(
                        "l0StopFiles",
                        options.l0StopFiles(),
                        "must be greater than l0SlowdownFiles, which is " + options.l0SlowdownFiles());
            }
            if (options.pendingStopSize() <= options.pendingSlowdownSize()) {
                throw new InvalidOptionException(
                        "pendingStopSize",
                        options.pendingStopSize(),
                        "must be greater than pendingSlowdownSize, which is " + options.pendingSlowdownSize());
            }
            if (resources != null && set.containsKey("cacheSize")) {
                throw new InvalidOptionException(
                        "cacheSize",
                        options.cacheSize(),
                        "the cache belongs to the shared resources; set its size there");
            }
            return options;
        }

        private Map<String, OptionValue> effective() {
            Map<String, Object> defaults = new LinkedHashMap<>();
            defaults.put("profile", Profile.GENERAL);
            defaults.put("name", "kiban");
            defaults.put("durability", Durability.PROCESS);
            defaults.put("cacheSize", resources == null ? MemoryDefaults.cacheSize() : resources.cacheSize());
            defaults.put("memtableSize", MemoryDefaults.memtableSize());
            defaults.put("maxSealedMemtables", 3);
            defaults.put("blockSize", (int) (4 * KIB));
            defaults.put("compression", Compression.LZ4);
            defaults.put("compressionFromLevel", 2);
            defaults.put("filterBitsPerKey", 10);
            defaults.put("tableSize", 32 * MIB);
            defaults.put("levelBaseSize", 128 * MIB);
            defaults.put("levelMultiplier", 10);
            defaults.put("l0CompactionFiles", 4);
            defaults.put("l0SlowdownFiles", 12);
            defaults.put("l0StopFiles", 24);
            defaults.put("pendingSlowdownSize", 4 * GIB);
            defaults.put("pendingStopSize", 16 * GIB);
            defaults.put("minFreeDisk", 64 * MIB);
            defaults.put("maxWriteWait", Duration.ofMinutes(1));
            defaults.put("lockTimeout", Duration.ZERO);
            defaults.put("closeTimeout", Duration.ofSeconds(30));
            defaults.put("keyVisibility", KeyVisibility.RANK);
            Map<String, Object> preset =
                    profile == Profile.AGENT_MEMORY ? Map.of("compression", Compression.NONE) : Map.of();
            Map<String, OptionValue> result = new LinkedHashMap<>();
            defaults.forEach((name, value) -> {
                OptionValue effective = new OptionValue(name, value, Origin.DEFAULT);
                if (set.containsKey(name)) {
                    effective = new OptionValue(name, set.get(name), Origin.SET);
                } else if (preset.containsKey(name)) {
                    effective = new OptionValue(name, preset.get(name), Origin.PROFILE);
                }
                result.put(name, effective);
            });
            if (profile != Profile.GENERAL) {
                result.put("profile", new OptionValue("profile", profile, Origin.SET));
            }
            return result;
        }

        private Builder ranged(String option, long value, long min, long max) {
            if (value < min || value > max) {
                throw new InvalidOptionException(option, value, "must be between " + min + " and " + max);
            }
            return put(option, value);
        }

        private Builder ranged(String option, int value, int min, int max) {
            if (value < min || value > max) {
                throw new InvalidOptionException(option, value, "must be between " + min + " and " + max);
            }
            return put(option, value);
        }

        private Builder ranged(String option, Duration value, Duration min, Duration max) {
            if (required(option, value).compareTo(min) < 0 || value.compareTo(max) > 0) {
                throw new InvalidOptionException(option, value, "must be between " + min + " and " + max);
            }
            return put(option, value);
        }

        private Builder put(String option, Object value) {
            set.put(option, value);
            return this;
        }

        private static <T> T required(String option, @Nullable T value) {
            if (value == null) {
                throw new InvalidOptionException(option, "null", "a value is needed");
            }
            return value;
        }
    }
}
