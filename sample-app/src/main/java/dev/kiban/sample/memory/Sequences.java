package dev.kiban.sample.memory;

import dev.kiban.Durability;
import dev.kiban.Keyspace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Hands out creation sequences: each once, ascending over all threads and restarts.
 *
 * <p>A block of them is reserved, durably, before its first is handed out, and a restart goes on after the last reserved block.
 * So numbers are skipped, never repeated, and one sync pays for {@link #BLOCK} of them. Thread safe.
 */
final class Sequences {

    static final int BLOCK = 65_536;

    private static final byte[] KEY = "sequences-reserved".getBytes(StandardCharsets.US_ASCII);

    private final Keyspace keyspace;
    private long last;
    private long reserved;

    Sequences(Keyspace keyspace) {
        this.keyspace = keyspace;
        byte[] found = keyspace.get(KEY);
        this.reserved = found == null ? 0 : ByteBuffer.wrap(found).getLong();
        this.last = reserved;
    }

    synchronized long next() {
        if (last == reserved) {
            long upTo = reserved + BLOCK;
            keyspace.put(KEY, ByteBuffer.allocate(Long.BYTES).putLong(upTo).array(), Durability.SYNC);
            reserved = upTo;
        }
        return ++last;
    }
}
