package dev.kiban;

import dev.kiban.event.TableSet;
import dev.kiban.internal.Engine;
import dev.kiban.internal.codec.Limits;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.RealFileSystem;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.trace.LiveTrace;
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
 * <p>Thread safe, for platform and virtual threads. Waiting is not interruptible; an interrupt is kept. After {@link #close()}
 * every call that needs the open store throws {@link IllegalStateException}, on the store and on its keyspaces, snapshots and
 * cursors; what they know without the store, such as {@link #options()} and {@link #path()}, may still be asked, and closing
 * again does nothing.
 *
 * <p>Calls that write throw
 *
 * <ul>
 *   <li>{@link WriteStalledException} or {@link DiskFullException}, both {@link RetryableException}: nothing was written, the
 *       same call may succeed later;
 *   <li>{@link StoreFailedException}: a sync or a write of the log failed, now or before. The store takes no more writes until
 *       it is reopened; the write that met the failure may be there then.
 * </ul>
 *
 * Calls that read throw {@link CorruptionException} for damaged bytes, {@link UnsupportedFormatException} for a table of another
 * format, and {@link StorageException} when a file cannot be read. A failed read changes nothing. Null arguments are refused with
 * {@link NullPointerException}, too long keys, values and batches with {@link IllegalArgumentException}, before anything is
 * written.
 */
public final class Kiban implements AutoCloseable {

    /** Longest key in bytes: 64 KiB. */
    public static final int MAX_KEY_LENGTH = Limits.MAX_KEY_LENGTH;

    /** Longest value in bytes: 256 MiB. */
    public static final int MAX_VALUE_LENGTH = Limits.MAX_VALUE_LENGTH;

    /** Largest batch in bytes, as {@link WriteBatch#size()} counts them, with some bytes to spare for the last write: 512 MiB. */
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

    /** As {@link #open(Path, KibanOptions)} with default options. */
    public static Kiban open(Path directory) {
        return open(directory, KibanOptions.defaults());
    }

    /**
     * Opens the store in the directory, and makes the directory and the store when there are none. Recovers what a crash left:
     * the logs are replayed before this returns. Close the store.
     *
     * @throws StoreLockedException when another engine still has it open after {@link KibanOptions#lockTimeout()}
     * @throws CorruptionException when files are damaged or missing such that synced data would be lost
     * @throws UnsupportedFormatException when another version's format is found
     * @throws InvalidOptionException when the cache is larger than the direct memory that this JVM may take
     * @throws DiskFullException when the volume has no room for the new log and MANIFEST
     * @throws StorageException when files cannot be read or written
     */
    public static Kiban open(Path directory, KibanOptions options) {
        return open(new RealFileSystem(), directory, options);
    }

    /**
     * Opens an empty store in memory, for tests. It takes heap for everything that would be in files, and its content is gone
     * when it is closed. Any number may be open at a time.
     *
     * @throws InvalidOptionException when the cache is larger than the direct memory that this JVM may take
     */
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
     * @throws IllegalArgumentException when the name is empty, too long or not valid text
     */
    public Keyspace keyspace(String name) {
        return name.equals(DEFAULT_KEYSPACE) ? defaultKeyspace : new Keyspace(engine, engine.keyspace(name));
    }

    /** Names of the keyspaces, the default one among them, sorted by their characters. */
    public List<String> keyspaces() {
        return engine.keyspaceNames();
    }

    /**
     * Drops a keyspace with all it holds, durably, for snapshots too. Later calls on its {@link Keyspace} and on cursors over it
     * throw {@link IllegalStateException}; a new keyspace of the same name starts empty. Its files go when no reader is inside
     * any more.
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

    /** As {@link #write(WriteBatch, Durability)} with the store's default durability. */
    public void write(WriteBatch batch) {
        write(batch, engine.options().durability());
    }

    /**
     * Applies a batch: all of it or, after any crash or failure, nothing. An empty batch writes nothing; under
     * {@link Durability#SYNC} it still syncs. The batch is unchanged and may be written again, but not be used by another thread
     * meanwhile.
     *
     * @throws IllegalArgumentException when a keyspace of the batch belongs to another store
     * @throws IllegalStateException when a keyspace of the batch was dropped
     */
    public void write(WriteBatch batch, Durability durability) {
        Objects.requireNonNull(durability, "durability");
        engine.writeBatch(batch.operations(), durability);
    }

    /**
     * Makes every write accepted so far survive a power loss, whatever its durability. Writes go on beside it.
     *
     * @throws StoreFailedException when the sync fails: the store then takes no more writes
     */
    public void sync() {
        engine.sync();
    }

    /**
     * Remembers this moment: reads at the snapshot see exactly the writes accepted before it, across keyspaces. Cheap, but it
     * keeps old versions of data alive: close it.
     */
    public Snapshot snapshot() {
        return new Snapshot(engine.snapshot());
    }

    /**
     * Writes what is in memory to tables and returns when that is durable. Does nothing when memory is empty.
     *
     * @throws DiskFullException when there is no room; the flush is tried again in the background
     * @throws StorageException when it fails otherwise; it is tried again too
     * @throws StoreFailedException when the store takes no writes
     */
    public void flush() {
        engine.flush();
    }

    /**
     * Flushes, then merges every keyspace down to one level, dropping what nobody can see. Works on the caller's thread and
     * returns when done: it rewrites the whole store, and needs room for the new files until the old ones are free. Readers and
     * writers go on beside it.
     *
     * @throws CorruptionException when a table turns out to be damaged; it stays as it is
     * @throws DiskFullException when there is no room; what was merged so far stays merged
     * @throws StorageException when a file cannot be read or written
     * @throws StoreFailedException when the store takes no writes
     */
    public void compact() {
        engine.compact();
    }

    /** A picture of state, shape and counters of this moment. Counters begin at the opening. Reads no file. */
    public KibanMetrics metrics() {
        return engine.metrics();
    }

    /** The table files of this moment, with their first and last keys whatever {@link KibanOptions#keyVisibility()} is. */
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

    /** Adds a listener; it is told of what happens from now on, until it is removed or the store is closed. */
    public void addListener(KibanListener listener) {
        engine.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /** Removes a listener, which may still be in the midst of an event. Does nothing when it is not among them. */
    public void removeListener(KibanListener listener) {
        engine.removeListener(listener);
    }

    /**
     * Starts sampling the store once a second into a ring in memory and, when asked, a file. Close the session to stop; closing
     * the store ends it too.
     *
     * @throws IllegalStateException when the store is closed
     * @throws StorageException when the file cannot be opened
     */
    public TraceSession startTrace(TraceOptions options) {
        return engine.startTrace(options);
    }

    /**
     * The store's own trace: the last hour in memory, sampled once a second, shared by all who ask. It starts at the first call, costs
     * microseconds a second and at most some 16 MiB from then on, and ends with the store. Ask early and keep the answer: who asks
     * later sees the past too, and what it holds stays readable after the store was closed.
     *
     * @throws IllegalStateException when the store is closed, even if the trace had been started
     */
    public LiveTrace liveTrace() {
        return engine.liveTrace();
    }

    /** Whether {@link #close()} was called, even if it is still waiting. */
    public boolean isClosed() {
        return engine.isClosed();
    }

    /**
     * Turns new calls away, waits for those in flight, syncs every accepted write, and gives the directory up. Calls that wait
     * for maintenance, {@link #flush()} and {@link #compact()} among them, end with {@link IllegalStateException}. Cursors and
     * snapshots that are still open need not be closed before. Idempotent. What is only in memory and log is not flushed: the
     * next opening replays it.
     *
     * @throws StorageException when calls are still in flight after {@link KibanOptions#closeTimeout()}: the store is then closed
     *     to new calls, but nothing they use was freed; end them and call close again to finish
     * @throws StoreFailedException when the last sync failed, or the store had failed before with writes accepted that no sync
     *     covers; the directory was given up all the same
     */
    @Override
    public void close() {
        try {
            engine.close();
        } finally {
            if (ownResources != null && engine.isStopped()) {
                ownResources.close();
            }
        }
    }
}
