package dev.kiban;

import dev.kiban.internal.commit.Operations;

/**
 * Writes that happen together: all or nothing, across keyspaces, in one log record. A later write of the same key wins. Keys and
 * values are copied in. May be written more than once. Not thread safe.
 *
 * <p>Adding throws {@link IllegalArgumentException}, and leaves the batch as it was, when a key is longer than
 * {@link Kiban#MAX_KEY_LENGTH}, a value longer than {@link Kiban#MAX_VALUE_LENGTH}, or the batch would exceed
 * {@link Kiban#MAX_BATCH_SIZE}.
 */
public final class WriteBatch {

    private final Operations operations = new Operations();

    private WriteBatch() {}

    /** An empty batch. */
    public static WriteBatch create() {
        return new WriteBatch();
    }

    /** Sets a value in the default keyspace. */
    public WriteBatch put(byte[] key, byte[] value) {
        Keyspace.checkKey(key);
        Keyspace.checkValue(value);
        operations.put(null, key, value);
        return this;
    }

    /** Sets a value in a keyspace of the store that the batch will be written to. */
    public WriteBatch put(Keyspace keyspace, byte[] key, byte[] value) {
        Keyspace.checkKey(key);
        Keyspace.checkValue(value);
        operations.put(keyspace.state(), key, value);
        return this;
    }

    /** Removes a key of the default keyspace. */
    public WriteBatch delete(byte[] key) {
        Keyspace.checkKey(key);
        operations.delete(null, key);
        return this;
    }

    /** Removes a key of a keyspace of the store that the batch will be written to. */
    public WriteBatch delete(Keyspace keyspace, byte[] key) {
        Keyspace.checkKey(key);
        operations.delete(keyspace.state(), key);
        return this;
    }

    /** Number of writes in it, each put and delete counted. */
    public int count() {
        return operations.count();
    }

    /** Bytes of its writes in the log: keys, values and a few bytes a write. */
    public long size() {
        return operations.size();
    }

    /** Forgets the writes and keeps the memory for the next ones. */
    public void clear() {
        operations.clear();
    }

    Operations operations() {
        return operations;
    }
}
