package dev.kiban;

/**
 * Turns the bytes of a value into an object.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface ValueDecoder<T> {

    /**
     * Called at most once, on the reading thread. The array is the call's own and may be kept or changed; it holds the value
     * in the given range, and may hold other bytes outside of it. What it throws reaches the caller of the read.
     *
     * @param bytes an array that holds the value
     * @param offset where the value begins in it
     * @param length bytes of the value, 0 for an empty one
     * @return the object; not null, which a caller could not tell from an absent key
     */
    T decode(byte[] bytes, int offset, int length);
}
