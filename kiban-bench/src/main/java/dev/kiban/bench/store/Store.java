package dev.kiban.bench.store;

import dev.kiban.ValueDecoder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An open engine. Thread safe for reads and writes as far as the engine is. Failures are unchecked exceptions. */
public interface Store extends AutoCloseable {

    /** What a benchmark does with every entry. */
    @FunctionalInterface
    interface EntryConsumer {
        void accept(byte[] key, byte[] value);
    }

    /**
     * Sets a value.
     *
     * @param synced whether it must survive a power loss when the call returns; if not, it must survive a crash of the
     *     process
     */
    void put(byte[] key, byte[] value, boolean synced);

    /** The decoded value, or null when the key is absent. */
    <T> @Nullable T get(byte[] key, ValueDecoder<T> decoder);

    /** The decoded values of the first keys that begin with a prefix, in order. */
    <T> List<T> first(byte[] prefix, int limit, ValueDecoder<T> decoder);

    /** Walks every entry in order. */
    void scan(EntryConsumer consumer);

    /** Writes what is in memory to tables and returns when the engine has nothing left to do in the background. */
    void settle();

    /** What the engine promises about a write that returned: the engine's word for it, a colon, the promise. */
    String guarantee(boolean synced);

    /** The options that matter, as recorded beside a result. */
    Map<String, String> options();

    @Override
    void close();
}
