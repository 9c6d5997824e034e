package dev.kiban.sample.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.sample.problem.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryKeyTest {

    @Test
    void ordersAnAgentsMemoriesNewestFirst() {
        List<byte[]> keys = new ArrayList<>();
        for (long sequence : new long[] {1, 2, 255, 256, 65_535, 65_536, 1L << 32, MemoryId.MAX_SEQUENCE}) {
            keys.add(0, key("planner", sequence));
        }
        assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned);
    }

    @Test
    void keepsAgentsApartEvenWhenOneNameBeginsWithAnother() {
        for (String other : List.of("a-b", "a.b", "ab", "aa", "a:", "b", "A")) {
            for (long sequence : new long[] {0, 1, MemoryId.MAX_SEQUENCE}) {
                byte[] key = key(other, sequence);
                assertThat(startsWith(key, MemoryKey.prefix(new AgentName("a"))))
                        .as(other)
                        .isFalse();
                boolean before = Arrays.compareUnsigned(key, MemoryKey.prefix(new AgentName("a"))) < 0;
                boolean after = Arrays.compareUnsigned(key, MemoryKey.end(new AgentName("a"))) >= 0;
                assertThat(before || after).as(other).isTrue();
            }
        }
    }

    @Test
    void findsTheIdInAKey() {
        for (long sequence : new long[] {0, 1, 4711, MemoryId.MAX_SEQUENCE}) {
            assertThat(MemoryKey.id(key("planner", sequence))).isEqualTo(new MemoryId(sequence));
        }
    }

    @Test
    void idsSortByCreationAndLeadBack() {
        assertThat(new MemoryId(255)).hasToString("0000000000ff");
        assertThat(new MemoryId(255).toString()).isLessThan(new MemoryId(256).toString());
        assertThat(MemoryId.of("ffffffffffff")).isEqualTo(new MemoryId(MemoryId.MAX_SEQUENCE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "0000000000FF", "00000000000g", "0000000000001", " 00000000001", "-00000000001"})
    void refusesWhatIsNoId(String text) {
        assertThatThrownBy(() -> MemoryId.of(text)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "..", "-a", "a b", "a/b", "a\0b", "ä", "a\n", "<a>"})
    void refusesWhatIsNoAgentName(String text) {
        assertThatThrownBy(() -> new AgentName(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("agent must be");
    }

    @Test
    void boundsAgentNames() {
        assertThat(new AgentName("a".repeat(64)).value()).hasSize(64);
        assertThat(new AgentName("team:planner-7@eu.example_1").value()).isNotEmpty();
        assertThatThrownBy(() -> new AgentName("a".repeat(65))).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> AgentName.of(null)).hasMessage("agent is needed");
    }

    private static byte[] key(String agent, long sequence) {
        return new MemoryKey(new AgentName(agent), new MemoryId(sequence)).bytes();
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(Arrays.copyOf(key, prefix.length), prefix);
    }
}
