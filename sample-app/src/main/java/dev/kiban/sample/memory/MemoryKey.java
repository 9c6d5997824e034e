package dev.kiban.sample.memory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Where a memory is stored: the agent's name, a zero byte, and the creation sequence with all bits inverted, big-endian.
 *
 * <p>Kiban orders keys as unsigned bytes. No name holds a zero byte, so one agent's memories stand together and no name's keys
 * fall among those of a name it begins with; inverted sequences put the newest first, so that "the latest ten" is a cursor's
 * first ten entries.
 */
public record MemoryKey(AgentName agent, MemoryId id) {

    private static final byte SEPARATOR = 0;

    public byte[] bytes() {
        byte[] name = agent.value().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(name.length + 1 + Long.BYTES)
                .put(name)
                .put(SEPARATOR)
                .putLong(~id.sequence())
                .array();
    }

    /** What the keys of all of an agent's memories begin with, and no other key does. */
    public static byte[] prefix(AgentName agent) {
        return ended(agent, SEPARATOR);
    }

    /** The first key after all of an agent's memories. */
    public static byte[] end(AgentName agent) {
        return ended(agent, SEPARATOR + 1);
    }

    /** The id in a key. */
    public static MemoryId id(byte[] key) {
        return new MemoryId(~ByteBuffer.wrap(key).getLong(key.length - Long.BYTES));
    }

    private static byte[] ended(AgentName agent, int end) {
        byte[] name = agent.value().getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(name.length + 1).put(name).put((byte) end).array();
    }
}
