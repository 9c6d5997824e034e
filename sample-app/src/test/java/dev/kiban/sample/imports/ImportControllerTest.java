package dev.kiban.sample.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.sample.SampleTest;
import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.Memories;
import dev.kiban.sample.memory.Memory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@SampleTest
class ImportControllerTest {

    @Autowired
    private RestTestClient client;

    @Autowired
    private Memories memories;

    @Test
    void writesEveryLineInBatches() {
        JsonNode summary = importLines(IntStream.rangeClosed(1, 1001)
                .mapToObj(i -> "{\"agent\":\"bulk\",\"text\":\"text " + i + "\",\"kind\":\"fact\"}\n")
                .collect(Collectors.joining()));
        assertThat(summary.get("done").asBoolean()).isTrue();
        assertThat(summary.get("imported").asLong()).isEqualTo(1001);
        assertThat(summary.get("badLines").asLong()).isZero();
        assertThat(summary.get("batches").asLong()).isEqualTo(3);
        assertThat(summary.get("bytes").asLong()).isGreaterThan(40_000);
        assertThat(summary.has("seconds")).isTrue();
        assertThat(summary.has("failure")).isFalse();

        Memory newest =
                memories.latest(new AgentName("bulk"), 1, null).memories().get(0);
        assertThat(newest.text()).isEqualTo("text 1001");
        assertThat(newest.kind()).isEqualTo("fact");
        assertThat(newest.revision()).isEqualTo(1);
    }

    @Test
    void leavesBadLinesOutAndNamesThem() {
        String tooLong = "{\"agent\":\"mixed\",\"text\":\"" + "x".repeat(Import.MAX_LINE_BYTES) + "\"}";
        JsonNode summary = importLines(String.join(
                "\n",
                "{\"agent\":\"mixed\",\"text\":\"good\"}",
                "{\"agent\":\"mixed\"}",
                "",
                "{\"text\":\"whose?\"}",
                "{\"agent\":\"a b\",\"text\":\"x\"}",
                "[]",
                "null",
                "{\"agent\":\"mixed\",\"text\":",
                tooLong,
                "{\"agent\":\"mixed\",\"text\":\"\\ud800\"}",
                "{\"agent\":\"mixed\",\"text\":\"good too\"} and more",
                "{\"agent\":\"mixed\",\"text\":\"good again\"}"));
        assertThat(summary.get("imported").asLong()).isEqualTo(2);
        assertThat(summary.get("badLines").asLong()).isEqualTo(9);
        assertThat(summary.get("bad").valueStream().map(line -> line.get("line").asInt()))
                .containsExactly(2, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(reason(summary, 0)).isEqualTo("text is needed");
        assertThat(reason(summary, 1)).isEqualTo("agent is needed");
        assertThat(reason(summary, 2)).startsWith("agent must be");
        assertThat(reason(summary, 6)).isEqualTo("is longer than 524288 bytes");
        assertThat(memories.latest(new AgentName("mixed"), 10, null).memories())
                .extracting(Memory::text)
                .containsExactly("good again", "good");
    }

    @Test
    void namesOnlyTheFirstBadLinesButCountsAll() {
        JsonNode summary = importLines("x\n".repeat(5000));
        assertThat(summary.get("badLines").asLong()).isEqualTo(5000);
        assertThat(summary.get("bad").size()).isEqualTo(Import.BAD_LINES_NAMED);
        assertThat(summary.get("batches").asLong()).isZero();
    }

    @Test
    void takesAnEmptyBodyForNothing() {
        JsonNode summary = importLines("");
        assertThat(summary.get("imported").asLong()).isZero();
        assertThat(summary.get("badLines").asLong()).isZero();
        assertThat(summary.get("done").asBoolean()).isTrue();
    }

    @Test
    void takesALongestTextInItsLongestSpelling() {
        JsonNode summary = importLines("{\"agent\":\"long\",\"text\":\"" + "\\u0041".repeat(64 * 1024) + "\"}\r\n");
        assertThat(summary.get("imported").asLong()).isEqualTo(1);
        assertThat(memories.latest(new AgentName("long"), 1, null)
                        .memories()
                        .get(0)
                        .text())
                .isEqualTo("A".repeat(64 * 1024));
    }

    @Test
    void refusesAnotherMediaType() {
        client.post()
                .uri("/import")
                .contentType(MediaType.APPLICATION_JSON)
                .body("[]")
                .exchange()
                .expectStatus()
                .isEqualTo(415)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
    }

    /** Imports them; returns the last line of the answer. */
    private JsonNode importLines(String lines) {
        String answer = client.post()
                .uri("/import?durability=buffered")
                .contentType(MediaType.APPLICATION_NDJSON)
                .body(lines)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_NDJSON)
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(answer).endsWith("\n");
        String[] reports = answer.split("\n");
        return JsonMapper.shared().readTree(reports[reports.length - 1]);
    }

    private static String reason(JsonNode summary, int index) {
        return summary.get("bad").get(index).get("reason").asString();
    }
}
