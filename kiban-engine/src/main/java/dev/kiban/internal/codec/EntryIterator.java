package dev.kiban.internal.codec;

import java.io.Closeable;
import java.io.IOException;

/**
 * A walk over versions of keys in the engine's internal order: key ascending (unsigned bytes), and for one key the
 * sequence descending, so that the newest version comes first.
 *
 * <p>An iterator starts invalid; a seek or {@link #next()} / {@link #previous()} from a valid entry makes it valid or not.
 * While it is valid the arrays returned describe the current entry and stay unchanged until the next move; callers must
 * not write to them. Confined to one thread at a time. {@code IOException} covers failed reads;
 * {@link dev.kiban.CorruptionException} is thrown for damaged bytes.
 */
public interface EntryIterator extends Closeable {

    boolean isValid();

    /** Moves to the first entry. */
    void seekToFirst() throws IOException;

    /** Moves to the last entry. */
    void seekToLast() throws IOException;

    /** Moves to the newest version of the first key at or after the given one. */
    void seek(byte[] key, int keyLength) throws IOException;

    /** Moves to the last entry (oldest version) whose key is before the given one. */
    void seekBefore(byte[] key, int keyLength) throws IOException;

    /** Moves to the following entry; only from a valid one. */
    void next() throws IOException;

    /** Moves to the entry before; only from a valid one. */
    void previous() throws IOException;

    /** Holds the current key in its first {@link #keyLength()} bytes. */
    byte[] key();

    int keyLength();

    long sequence();

    /** One of {@link EntryKind}. */
    int kind();

    /** Holds the current value from {@link #valueOffset()}, {@link #valueLength()} bytes long. */
    byte[] value();

    int valueOffset();

    int valueLength();

    @Override
    void close() throws IOException;
}
