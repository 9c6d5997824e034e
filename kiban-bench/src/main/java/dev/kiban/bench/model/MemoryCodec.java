package dev.kiban.bench.model;

import dev.kiban.ValueDecoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keys and values of memories, the same bytes for every engine. A key is the agent (four bytes, big-endian) and the
 * inverted creation sequence (eight bytes, big-endian): an agent's memories lie together, newest first. A value is JSON.
 * Immutable.
 */
public final class MemoryCodec implements ValueDecoder<Memory> {

    /** Bytes of an agent's prefix. */
    public static final int PREFIX_LENGTH = Integer.BYTES;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final ObjectWriter writer;
    private final ObjectReader reader;

    public MemoryCodec() {
        JsonMapper mapper = JsonMapper.builder().build();
        this.writer = mapper.writerFor(Memory.class);
        this.reader = mapper.readerFor(Memory.class);
    }

    public byte[] prefix(int agent) {
        byte[] prefix = new byte[PREFIX_LENGTH];
        INT.set(prefix, 0, agent);
        return prefix;
    }

    public byte[] key(int agent, long created) {
        byte[] key = new byte[PREFIX_LENGTH + Long.BYTES];
        INT.set(key, 0, agent);
        LONG.set(key, PREFIX_LENGTH, Long.MAX_VALUE - created);
        return key;
    }

    public byte[] encode(Memory memory) {
        return writer.writeValueAsBytes(memory);
    }

    @Override
    public Memory decode(byte[] bytes, int offset, int length) {
        return reader.readValue(bytes, offset, length);
    }
}
