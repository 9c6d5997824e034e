package dev.kiban;

import dev.kiban.internal.read.RangeCursor;

/**
 * A walk over the entries of a key range as of one moment, in the range's direction. It starts before the first entry.
 *
 * <pre>{@code
 * try (Cursor cursor = keyspace.scan(KeyRange.prefix(agent))) {
 *     while (cursor.next()) {
 *         use(cursor.key(), cursor.value());
 *     }
 * }
 * }</pre>
 *
 * <p>It sees the writes accepted before it was opened, or those of its snapshot, and none that came later.
 *
 * <p>For one thread at a time, except that the store may be closed beside it: its next call then throws
 * {@link IllegalStateException}, as it does when the keyspace was dropped. An open cursor keeps old versions of data alive: close
 * it.
 */
public final class Cursor implements AutoCloseable {

    private final RangeCursor cursor;

    Cursor(RangeCursor cursor) {
        this.cursor = cursor;
    }

    /**
     * Moves to the next entry; false when there is none, and then for good. A step that throws ends the cursor: all that is left
     * is to close it and scan again.
     *
     * @throws IllegalStateException when the cursor, the keyspace or the store is gone, or a step has failed before
     * @throws CorruptionException when bytes on the way are damaged
     * @throws StorageException when a file cannot be read
     */
    public boolean next() {
        return cursor.next();
    }

    /**
     * The current key, as an array of the caller's own.
     *
     * @throws IllegalStateException when the cursor is not at an entry, or is closed, or its store is
     */
    public byte[] key() {
        return cursor.key();
    }

    /**
     * The current value, as an array of the caller's own.
     *
     * @throws IllegalStateException when the cursor is not at an entry, or is closed, or its store is
     */
    public byte[] value() {
        return cursor.value();
    }

    /**
     * What the decoder makes of the current value. What it throws reaches the caller; the cursor stays where it is.
     *
     * @throws IllegalStateException when the cursor is not at an entry, or is closed, or its store is
     */
    public <T> T value(ValueDecoder<T> decoder) {
        byte[] value = cursor.value();
        return decoder.decode(value, 0, value.length);
    }

    /** Lets go of everything it kept alive. Idempotent, also after the store was closed. */
    @Override
    public void close() {
        cursor.close();
    }
}
