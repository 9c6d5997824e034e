package dev.kiban;

import dev.kiban.internal.Engine;
import dev.kiban.internal.KeyspaceState;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A named, ordered map inside a store. Keyspaces share the store's log, cache and threads, and a {@link WriteBatch} may span
 * them. Thread safe. Calls after the keyspace was dropped, or its store closed, throw {@link IllegalStateException}.
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
     * Sets the value of a key.
     *
     * @throws IllegalArgumentException when key or value is too long
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

    /** Removes a key. Removing an absent key is allowed. */
    public void delete(byte[] key, Durability durability) {
        checkKey(key);
        engine.delete(state, key, Objects.requireNonNull(durability, "durability"));
    }

    /** The newest value of a key as an array of the caller's own, or null when it is absent. */
    public byte @Nullable [] get(byte[] key) {
        checkKey(key);
        return engine.get(state, key, null);
    }

    /** The value of a key as the options say, or null when it is absent. */
    public byte @Nullable [] get(byte[] key, ReadOptions options) {
        checkKey(key);
        Snapshot snapshot = options.snapshot();
        return engine.get(state, key, snapshot == null ? null : snapshot.point());
    }

    /** What the decoder makes of the newest value, or null when the key is absent. */
    public <T> @Nullable T get(byte[] key, ValueDecoder<T> decoder) {
        byte[] value = get(key);
        return value == null ? null : decoder.decode(value, 0, value.length);
    }

    /** Whether the key is present. */
    public boolean contains(byte[] key) {
        return get(key) != null;
    }

    /** Opens a cursor on the newest state, before its first entry. Close it. */
    public Cursor scan(KeyRange range) {
        return scan(range, ReadOptions.latest());
    }

    /** Opens a cursor as the options say, before its first entry. Close it. */
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
