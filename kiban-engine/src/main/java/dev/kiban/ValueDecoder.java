package dev.kiban;

/**
 * Turns the bytes of a value into an object without the caller owning a copy.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface ValueDecoder<T> {

    /**
     * Called at most once, on the reading thread. The array is the call's own and may be kept or changed; it holds the value
     * in the given range, and may hold other bytes outside of it.
     */
    T decode(byte[] bytes, int offset, int length);
}
