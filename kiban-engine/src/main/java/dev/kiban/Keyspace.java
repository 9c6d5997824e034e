package dev.kiban;

import dev.kiban.internal.Engine;
import dev.kiban.internal.KeyspaceState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A named, ordered map inside a store. Keyspaces share the store's log, cache and threads, and a {@link WriteBatch} may span
 * them.
 *
 * <p>Keys have 0 to {@link Kiban#MAX_KEY_LENGTH} bytes, values 0 to {@link Kiban#MAX_VALUE_LENGTH}; neither may be null. Arrays
 * that are passed in may be reused once the call has returned. Reads and writes throw what {@link Kiban} says.
 *
 * <p>Thread safe. Calls after the keyspace was dropped, or its store closed, throw {@link IllegalStateException}; only
 * {@link #name()} always answers.
 */
public final class Keyspace {

    private final Engine engine;
    private final KeyspaceState state;

    Keyspace(Engine engine, KeyspaceState state) {
        this.engine = engine;
        this.state = state;
    }

    public String name() {
        return state.name();
    }

    /** Sets the value of a key, with the store's default durability. */
    public void put(byte[] key, byte[] value) {
        put(key, value, engine.options().durability());
    }

    /**
     * Sets the value of a key, whether or not it has one. Returns when the write is visible and as durable as asked.
     *
     * @throws IllegalArgumentException when key or value is too long
     * @throws RetryableException when nothing was written and the call may be repeated
     * @throws StoreFailedException when the store takes no more writes until it is reopened
     */
    public void put(byte[] key, byte[] value, Durability durability) {
        checkKey(key);
        checkValue(value);
        engine.put(state, key, value, Objects.requireNonNull(durability, "durability"));
    }

    /** Removes a key, with the store's default durability. Removing an absent key is allowed. */
    public void delete(byte[] key) {
        delete(key, engine.options().durability());
    }

    /**
     * Removes a key. Removing an absent key is allowed, and is a write like any other.
     *
     * @throws IllegalArgumentException when the key is too long
     * @throws RetryableException when nothing was written and the call may be repeated
     * @throws StoreFailedException when the store takes no more writes until it is reopened
     */
    public void delete(byte[] key, Durability durability) {
        checkKey(key);
        engine.delete(state, key, Objects.requireNonNull(durability, "durability"));
    }

    /**
     * The newest value of a key as an array of the caller's own, or null when it is absent.
     *
     * @throws CorruptionException when bytes on the way to it are damaged
     * @throws StorageException when a file cannot be read
     */
    public byte @Nullable [] get(byte[] key) {
        checkKey(key);
        return engine.get(state, key, null);
    }

    /**
     * The value of a key as the options say, as an array of the caller's own, or null when it is absent. The snapshot has to be
     * of the same store.
     *
     * @throws IllegalStateException when the snapshot is closed
     */
    public byte @Nullable [] get(byte[] key, ReadOptions options) {
        checkKey(key);
        Snapshot snapshot = options.snapshot();
        return engine.get(state, key, snapshot == null ? null : snapshot.point());
    }

    /** What the decoder makes of the newest value, or null when the key is absent. What it throws reaches the caller. */
    public <T> @Nullable T get(byte[] key, ValueDecoder<T> decoder) {
        byte[] value = get(key);
        return value == null ? null : decoder.decode(value, 0, value.length);
    }

    /** Whether the key is present. Costs as much as {@link #get(byte[])}. */
    public boolean contains(byte[] key) {
        return get(key) != null;
    }

    /** Opens a cursor on the newest state of this moment, before its first entry. Close it. */
    public Cursor scan(KeyRange range) {
        return scan(range, ReadOptions.latest());
    }

    /**
     * Opens a cursor as the options say, before its first entry. Close it; the snapshot may be closed before.
     *
     * @throws IllegalStateException when the snapshot is closed
     * @throws IllegalArgumentException when the snapshot is another store's
     */
    public Cursor scan(KeyRange range, ReadOptions options) {
        Snapshot snapshot = options.snapshot();
        return new Cursor(
                engine.scan(state, Objects.requireNonNull(range, "range"), snapshot == null ? null : snapshot.point()));
    }

    KeyspaceState state() {
        return state;
    }

    static void checkKey(byte[] key) {
        if (Objects.requireNonNull(key, "key").length > Kiban.MAX_KEY_LENGTH) {
            throw new IllegalArgumentException(
                    "the key has " + key.length + " bytes, at most " + Kiban.MAX_KEY_LENGTH + " are allowed");
        }
    }

    static void checkValue(byte[] value) {
        if (Objects.requireNonNull(value, "value").length > Kiban.MAX_VALUE_LENGTH) {
            throw new IllegalArgumentException(
                    "the value has " + value.length + " bytes, at most " + Kiban.MAX_VALUE_LENGTH + " are allowed");
        }
    }
}
