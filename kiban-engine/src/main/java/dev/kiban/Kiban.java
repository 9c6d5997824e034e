package dev.kiban;

import dev.kiban.event.TableSet;
import dev.kiban.internal.Engine;
import dev.kiban.internal.codec.Limits;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.RealFileSystem;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An open store: an ordered map from byte arrays to byte arrays in a directory, divided into named keyspaces.
 *
 * <p>Keys are 0 to {@link #MAX_KEY_LENGTH} bytes and are ordered as unsigned bytes; values are 0 to {@link #MAX_VALUE_LENGTH}
 * bytes. An empty value is not an absent one. Arrays that are passed in may be reused once the call has returned; arrays that
 * are returned belong to the caller.
 *
 * <p>A write that returned is visible to every later read. What it survives is its {@link Durability}. Methods without a keyspace
 * work on the default keyspace.
 *
 * <p>Thread safe, for platform and virtual threads. After {@link #close()} every call on the store, its keyspaces, snapshots and
 * cursors throws {@link IllegalStateException}. Writes throw {@link RetryableException} when nothing was written and the call may
 * be repeated, and {@link FatalException} when the store has to be reopened or mended.
 */
public final class Kiban implements AutoCloseable {

    /** Longest key in bytes: 64 KiB. */
    public static final int MAX_KEY_LENGTH = Limits.MAX_KEY_LENGTH;

    /** Longest value in bytes: 256 MiB. */
    public static final int MAX_VALUE_LENGTH = Limits.MAX_VALUE_LENGTH;

    /** Largest batch in bytes, keys, values and a few bytes a write counted: 512 MiB. */
    public static final int MAX_BATCH_SIZE = Limits.MAX_BATCH_SIZE;

    /** Name of the default keyspace. */
    public static final String DEFAULT_KEYSPACE = "default";

    private final Engine engine;
    private final @Nullable KibanResources ownResources;
    private final Keyspace defaultKeyspace;

    private Kiban(Engine engine, @Nullable KibanResources ownResources) {
        this.engine = engine;
        this.ownResources = ownResources;
        this.defaultKeyspace = new Keyspace(engine, engine.keyspace(DEFAULT_KEYSPACE));
    }

    /** Opens the store in the directory with default options, and makes it when the directory is missing or empty. */
    public static Kiban open(Path directory) {
        return open(directory, KibanOptions.defaults());
    }

    /**
     * Opens the store in the directory, and makes it when the directory is missing or empty.
     *
     * @throws StoreLockedException when another engine has it open after {@link KibanOptions#lockTimeout()}
     * @throws CorruptionException when files are damaged or missing such that synced data would be lost
     * @throws UnsupportedFormatException when another version's format is found
     * @throws InvalidOptionException when an option does not fit this machine
     * @throws StorageException when files cannot be read or written
     */
    public static Kiban open(Path directory, KibanOptions options) {
        return open(new RealFileSystem(), directory, options);
    }

    /** Opens an empty store in memory, for tests. Its content is gone when it is closed. */
    public static Kiban openInMemory(KibanOptions options) {
        return open(new MemoryFileSystem(), Path.of("in-memory"), options);
    }

    static Kiban open(FileSystem fs, Path directory, KibanOptions options) {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(options, "options");
        KibanResources given = options.resources();
        if (given != null) {
            return new Kiban(Engine.open(fs, directory, DEFAULT_KEYSPACE, options, given.shared()), null);
        }
        KibanResources own = KibanResources.create(options.cacheSize(), KibanResources.defaultCompactionThreads());
        try {
            return new Kiban(Engine.open(fs, directory, DEFAULT_KEYSPACE, options, own.shared()), own);
        } catch (RuntimeException | Error e) {
            own.close();
            throw e;
        }
    }

    /** The default keyspace. */
    public Keyspace keyspace() {
        return defaultKeyspace;
    }

    /**
     * The keyspace of that name; it is made, durably, when there is none.
     *
     * @param name 1 to 255 bytes of UTF-8
     */
    public Keyspace keyspace(String name) {
        return name.equals(DEFAULT_KEYSPACE) ? defaultKeyspace : new Keyspace(engine, engine.keyspace(name));
    }

    /** Names of the keyspaces, sorted. */
    public List<String> keyspaces() {
        return engine.keyspaceNames();
    }

    /**
     * Drops a keyspace with all it holds, durably. Later calls on its {@link Keyspace} throw {@link IllegalStateException}; a
     * new keyspace of the same name starts empty.
     *
     * @return false when there is none of that name
     * @throws IllegalArgumentException for the default keyspace
     */
    public boolean dropKeyspace(String name) {
        return engine.dropKeyspace(name);
    }

    /** As {@link Keyspace#put(byte[], byte[])} on the default keyspace. */
    public void put(byte[] key, byte[] value) {
        defaultKeyspace.put(key, value);
    }

    /** As {@link Keyspace#put(byte[], byte[], Durability)} on the default keyspace. */
    public void put(byte[] key, byte[] value, Durability durability) {
        defaultKeyspace.put(key, value, durability);
    }

    /** As {@link Keyspace#delete(byte[])} on the default keyspace. */
    public void delete(byte[] key) {
        defaultKeyspace.delete(key);
    }

    /** As {@link Keyspace#delete(byte[], Durability)} on the default keyspace. */
    public void delete(byte[] key, Durability durability) {
        defaultKeyspace.delete(key, durability);
    }

    /** As {@link Keyspace#get(byte[])} on the default keyspace. */
    public byte @Nullable [] get(byte[] key) {
        return defaultKeyspace.get(key);
    }

    /** As {@link Keyspace#get(byte[], ReadOptions)} on the default keyspace. */
    public byte @Nullable [] get(byte[] key, ReadOptions options) {
        return defaultKeyspace.get(key, options);
    }

    /** As {@link Keyspace#get(byte[], ValueDecoder)} on the default keyspace. */
    public <T> @Nullable T get(byte[] key, ValueDecoder<T> decoder) {
        return defaultKeyspace.get(key, decoder);
    }

    /** As {@link Keyspace#scan(KeyRange)} on the default keyspace. */
    public Cursor scan(KeyRange range) {
        return defaultKeyspace.scan(range);
    }

    /** As {@link Keyspace#scan(KeyRange, ReadOptions)} on the default keyspace. */
    public Cursor scan(KeyRange range, ReadOptions options) {
        return defaultKeyspace.scan(range, options);
    }

    /** Applies a batch with the store's default durability: all of it or, after any crash or failure, nothing. */
    public void write(WriteBatch batch) {
        write(batch, engine.options().durability());
    }

    /** Applies a batch: all of it or, after any crash or failure, nothing. An empty batch does nothing, but honours SYNC. */
    public void write(WriteBatch batch, Durability durability) {
        Objects.requireNonNull(durability, "durability");
        engine.writeBatch(batch.operations(), durability);
    }

    /** Makes every write accepted so far survive a power loss. */
    public void sync() {
        engine.sync();
    }

    /** Remembers this moment: reads at the snapshot see exactly the writes accepted before it, across keyspaces. Close it. */
    public Snapshot snapshot() {
        return new Snapshot(engine.snapshot());
    }

    /** Writes what is in memory to tables and returns when that is durable. */
    public void flush() {
        engine.flush();
    }

    /** Flushes, then merges every keyspace down to its last level, dropping what nobody can see. Returns when done. */
    public void compact() {
        engine.compact();
    }

    /** A picture of state, shape and counters. Reads no file. */
    public KibanMetrics metrics() {
        return engine.metrics();
    }

    /** The table files of this moment. */
    public TableSet tables() {
        return engine.tables();
    }

    /** The options in effect. */
    public KibanOptions options() {
        return engine.options();
    }

    /** The directory, absolute. */
    public Path path() {
        return engine.path();
    }

    /** Adds a listener; it is told of what happens from now on. */
    public void addListener(KibanListener listener) {
        engine.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /** Removes a listener. */
    public void removeListener(KibanListener listener) {
        engine.removeListener(listener);
    }

    /** Starts sampling the store once a second into a ring in memory and, when asked, a file. Close the session to stop. */
    public TraceSession startTrace(TraceOptions options) {
        return engine.startTrace(options);
    }

    public boolean isClosed() {
        return engine.isClosed();
    }

    /**
     * Waits for calls in flight, syncs every accepted write, gives the directory up. Idempotent.
     *
     * @throws StorageException when calls are still in flight after {@link KibanOptions#closeTimeout()} (the store is then closed
     *     to new calls; call close again to finish) or the last sync failed
     */
    @Override
    public void close() {
        try {
            engine.close();
        } finally {
            if (ownResources != null && !ownResources.isInUse()) {
                ownResources.close();
            }
        }
    }
}
