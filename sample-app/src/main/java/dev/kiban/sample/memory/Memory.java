package dev.kiban.sample.memory;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A remembered text.
 *
 * @param id also its place in the order of creation
 * @param kind what sort of memory it is, or null
 * @param created when it was first remembered; a new text keeps it
 * @param revision 1 at first, one more with each new text
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Memory(MemoryId id, AgentName agent, @Nullable String kind, String text, Instant created, long revision) {

    MemoryKey key() {
        return new MemoryKey(agent, id);
    }

    Memory revised(MemoryContent content) {
        return new Memory(id, agent, content.kind(), content.text(), created, revision + 1);
    }
}
