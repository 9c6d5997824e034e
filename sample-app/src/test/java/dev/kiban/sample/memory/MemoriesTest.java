package dev.kiban.sample.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Durability;
import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class MemoriesTest {

    private static final AgentName PLANNER = new AgentName("planner");

    private final Kiban kiban = Kiban.openInMemory(KibanOptions.defaults());
    private final Memories memories = new Memories(kiban, JsonMapper.shared());

    @AfterEach
    void close() {
        kiban.close();
    }

    @Test
    void aRevisionIsNeverLostToAnotherAtTheSameTime() {
        MemoryId id = remember("first").id();
        IntStream.range(0, 200)
                .parallel()
                .forEach(i -> memories.revise(PLANNER, id, MemoryContent.of("text " + i, null), null));
        assertThat(memories.recall(PLANNER, id)).hasValueSatisfying(memory -> {
            assertThat(memory.revision()).isEqualTo(201);
        });
    }

    @Test
    void aForgottenMemoryStaysForgotten() {
        MemoryId id = remember("secret").id();
        assertThat(memories.forget(PLANNER, id, Durability.SYNC)).isTrue();
        assertThat(memories.revise(PLANNER, id, MemoryContent.of("back", null), null))
                .isEmpty();
        assertThat(memories.forget(PLANNER, id, null)).isFalse();
        assertThat(memories.recall(PLANNER, id)).isEmpty();
    }

    @Test
    void aPageOfLongTextsEndsEarlyAndSaysSo() {
        for (int i = 0; i < 70; i++) {
            remember(i + " " + "x".repeat(65_000));
        }
        MemoryPage first = memories.latest(PLANNER, 1000, null);
        assertThat(first.more()).isTrue();
        assertThat(first.memories()).hasSizeBetween(60, 69);
        MemoryId last = first.memories().get(first.memories().size() - 1).id();
        MemoryPage second = memories.latest(PLANNER, 1000, last);
        assertThat(second.more()).isFalse();
        assertThat(first.memories().size() + second.memories().size()).isEqualTo(70);
    }

    @Test
    void pagesMeetWithoutGapAndOverlap() {
        List<MemoryId> ids =
                IntStream.range(0, 25).mapToObj(i -> remember("m" + i).id()).toList();
        remember(new AgentName("planner-2"), "another agent's");
        List<MemoryId> found = new java.util.ArrayList<>();
        MemoryId before = null;
        MemoryPage page;
        do {
            page = memories.latest(PLANNER, 10, before);
            page.memories().forEach(memory -> found.add(memory.id()));
            before = found.get(found.size() - 1);
        } while (page.more());
        assertThat(found.stream().sorted(java.util.Comparator.comparing(MemoryId::sequence)))
                .containsExactlyElementsOf(ids);
        assertThat(found.get(0)).isEqualTo(ids.get(24));
        assertThat(memories.latest(PLANNER, 10, new MemoryId(0)).memories()).isEmpty();
    }

    private Memory remember(String text) {
        return remember(PLANNER, text);
    }

    private Memory remember(AgentName agent, String text) {
        return memories.remember(agent, MemoryContent.of(text, null), null);
    }
}
