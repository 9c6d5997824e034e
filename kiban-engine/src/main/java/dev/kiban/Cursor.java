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
 * <p>Not thread safe, except that the store may be closed beside it: its next call then throws {@link IllegalStateException}. An
 * open cursor keeps old versions of data alive: close it.
 */
public final class Cursor implements AutoCloseable {

    private final RangeCursor cursor;

    Cursor(RangeCursor cursor) {
        this.cursor = cursor;
    }

    /** Moves to the next entry; false when there is none, and then for good. */
    public boolean next() {
        return cursor.next();
    }

    /** The current key, as an array of the caller's own. */
    public byte[] key() {
        return cursor.key();
    }

    /** The current value, as an array of the caller's own. */
    public byte[] value() {
        return cursor.value();
    }

    /** What the decoder makes of the current value. */
    public <T> T value(ValueDecoder<T> decoder) {
        byte[] value = cursor.value();
        return decoder.decode(value, 0, value.length);
    }

    /** Idempotent. */
    @Override
    public void close() {
        cursor.close();
    }
}
