package dev.kiban.bench.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryModelTest {

    private final MemoryModel model = new MemoryModel(20261016);
    private final MemoryCodec codec = new MemoryCodec();

    @Test
    void aMemoryIsMadeTheSameEveryTimeAndChangesWithRevisionAndSeed() {
        assertThat(model.memory(70, 0)).isEqualTo(new MemoryModel(20261016).memory(70, 0));
        assertThat(model.memory(70, 1).text()).isNotEqualTo(model.memory(70, 0).text());
        assertThat(model.memory(71, 0).text()).isNotEqualTo(model.memory(70, 0).text());
        assertThat(new MemoryModel(1).memory(70, 0).text())
                .isNotEqualTo(model.memory(70, 0).text());
        assertThat(model.memory(70, 3).agent()).isEqualTo(6);
        assertThat(model.memory(70, 3).created()).isEqualTo(70);
    }

    @Test
    void aTextHasTwoHundredPrintableAsciiCharacters() {
        for (int id = 0; id < 100; id++) {
            assertThat(model.memory(id, 0).text()).hasSize(200).matches("[a-zA-Z0-9 .]+");
        }
    }

    @Test
    void keysLieByAgentAndThenNewestFirst() {
        List<Long> ids = new ArrayList<>();
        for (long id = 0; id < 1_000; id++) {
            ids.add(id);
        }
        ids.sort((a, b) -> Arrays.compareUnsigned(key(a), key(b)));
        int agent = 0;
        long created = Long.MAX_VALUE;
        for (long id : ids) {
            if (MemoryModel.agent(id) != agent) {
                assertThat(MemoryModel.agent(id)).isEqualTo(agent + 1);
                agent++;
                created = Long.MAX_VALUE;
            }
            assertThat(MemoryModel.created(id)).isLessThan(created);
            created = MemoryModel.created(id);
        }
        assertThat(agent).isEqualTo(MemoryModel.AGENTS - 1);
        assertThat(key(70)).startsWith(codec.prefix(6)).hasSize(12);
    }

    @Test
    void theLatestOfAnAgentAreItsHighestIdentities() {
        assertThat(MemoryModel.latest(6, 3, 200)).containsExactly(198L, 134L, 70L);
        assertThat(MemoryModel.latest(6, 10, 199)).containsExactly(198L, 134L, 70L, 6L);
        assertThat(MemoryModel.latest(6, 10, 198)).containsExactly(134L, 70L, 6L);
        assertThat(MemoryModel.latest(6, 10, 6)).isEmpty();
        assertThat(MemoryModel.latest(0, 10, 1)).containsExactly(0L);
    }

    @Test
    void jsonComesBackAsItWas() {
        Memory memory = model.memory(123_456, 7);
        byte[] json = codec.encode(memory);
        byte[] padded = new byte[json.length + 10];
        System.arraycopy(json, 0, padded, 4, json.length);
        assertThat(codec.decode(padded, 4, json.length)).isEqualTo(memory);
        assertThat(new String(json, StandardCharsets.US_ASCII))
                .isEqualTo("{\"id\":123456,\"agent\":0,\"created\":123456,\"revision\":7,\"text\":\"" + memory.text()
                        + "\"}");
    }

    private byte[] key(long id) {
        return codec.key(MemoryModel.agent(id), MemoryModel.created(id));
    }
}
