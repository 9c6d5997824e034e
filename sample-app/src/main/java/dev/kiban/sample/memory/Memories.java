package dev.kiban.sample.memory;

import dev.kiban.Cursor;
import dev.kiban.Durability;
import dev.kiban.KeyRange;
import dev.kiban.Keyspace;
import dev.kiban.Kiban;
import dev.kiban.WriteBatch;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The memories of all agents, in a keyspace of their own. Thread safe.
 *
 * <p>Where a durability is asked for, null means the store's default. Every method passes on what the store throws: a {@link
 * dev.kiban.RetryableException} wrote nothing.
 */
@Component
public final class Memories {

    /** A page ends early, after a memory that takes it past this many bytes: a thousand long texts would fill a small heap. */
    private static final int PAGE_BYTES = 4 * 1024 * 1024;

    private final Kiban kiban;
    private final Keyspace memories;
    private final Sequences sequences;
    private final MemoryCodec codec;
    private final Stripes stripes = new Stripes();

    Memories(Kiban kiban, JsonMapper json) {
        this.kiban = kiban;
        this.memories = kiban.keyspace("memories");
        this.sequences = new Sequences(kiban.keyspace("memory-sequences"));
        this.codec = new MemoryCodec(json);
    }

    /** Remembers a text. */
    public Memory remember(AgentName agent, MemoryContent content, @Nullable Durability durability) {
        Memory memory = create(agent, content);
        put(memory, durability);
        return memory;
    }

    /** Adds a text to a batch; it is remembered once the batch is {@linkplain #write written}. */
    public void add(AgentName agent, MemoryContent content, WriteBatch batch) {
        Memory memory = create(agent, content);
        batch.put(memories, memory.key().bytes(), codec.encode(memory));
    }

    /** Writes a batch: all of it or nothing. */
    public void write(WriteBatch batch, @Nullable Durability durability) {
        kiban.write(batch, orDefault(durability));
    }

    /** The memory of that id, if the agent has it. */
    public Optional<Memory> recall(AgentName agent, MemoryId id) {
        return Optional.ofNullable(memories.get(
                new MemoryKey(agent, id).bytes(),
                (bytes, offset, length) -> codec.decode(agent, id, bytes, offset, length)));
    }

    /**
     * An agent's memories, latest first.
     *
     * @param limit the most that are returned, 1 or more
     * @param before return only memories older than this, or null for the latest
     */
    public MemoryPage latest(AgentName agent, int limit, @Nullable MemoryId before) {
        List<Memory> found = new ArrayList<>();
        long bytes = 0;
        try (Cursor cursor = memories.scan(range(agent, before))) {
            while (cursor.next()) {
                if (found.size() == limit || bytes >= PAGE_BYTES) {
                    return new MemoryPage(found, true);
                }
                byte[] value = cursor.value();
                bytes += value.length;
                found.add(codec.decode(agent, MemoryKey.id(cursor.key()), value, 0, value.length));
            }
        }
        return new MemoryPage(found, false);
    }

    /** Gives a memory a new text, one revision up; empty when the agent has none of that id. */
    public Optional<Memory> revise(
            AgentName agent, MemoryId id, MemoryContent content, @Nullable Durability durability) {
        return stripes.with(new MemoryKey(agent, id), () -> {
            Optional<Memory> revised = recall(agent, id).map(memory -> memory.revised(content));
            revised.ifPresent(memory -> put(memory, durability));
            return revised;
        });
    }

    /** Forgets a memory; false when the agent has none of that id. */
    public boolean forget(AgentName agent, MemoryId id, @Nullable Durability durability) {
        MemoryKey key = new MemoryKey(agent, id);
        return stripes.with(key, () -> {
            byte[] bytes = key.bytes();
            boolean known = memories.contains(bytes);
            if (known) {
                memories.delete(bytes, orDefault(durability));
            }
            return known;
        });
    }

    private Memory create(AgentName agent, MemoryContent content) {
        MemoryId id = new MemoryId(sequences.next());
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new Memory(id, agent, content.kind(), content.text(), now, 1);
    }

    private void put(Memory memory, @Nullable Durability durability) {
        memories.put(memory.key().bytes(), codec.encode(memory), orDefault(durability));
    }

    private Durability orDefault(@Nullable Durability durability) {
        return durability == null ? kiban.options().durability() : durability;
    }

    private static KeyRange range(AgentName agent, @Nullable MemoryId before) {
        if (before == null) {
            return KeyRange.prefix(MemoryKey.prefix(agent));
        }
        // Older is one lower, and a lower sequence has a higher key.
        MemoryId older = new MemoryId(Math.max(0, before.sequence() - 1));
        return KeyRange.between(new MemoryKey(agent, older).bytes(), MemoryKey.end(agent));
    }
}
