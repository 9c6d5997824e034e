package dev.kiban.sample.memory;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A memory as the bytes of a value: JSON of what the key does not say. A field that a later version adds is null in old values. */
final class MemoryCodec {

    private final JsonMapper json;

    MemoryCodec(JsonMapper json) {
        this.json = json;
    }

    byte[] encode(Memory memory) {
        return json.writeValueAsBytes(new Stored(memory.text(), memory.kind(), memory.created(), memory.revision()));
    }

    Memory decode(AgentName agent, MemoryId id, byte[] bytes, int offset, int length) {
        Stored stored = json.readValue(bytes, offset, length, Stored.class);
        return new Memory(id, agent, stored.kind(), stored.text(), stored.created(), stored.revision());
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Stored(String text, @Nullable String kind, Instant created, long revision) {}
}
