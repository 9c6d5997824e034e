package dev.kiban.sample.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.sample.SampleTest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

@SampleTest
class MemoryControllerTest {

    private static final ParameterizedTypeReference<Map<String, Object>> RECORD = new ParameterizedTypeReference<>() {};
    private static final ParameterizedTypeReference<List<Map<String, Object>>> RECORDS =
            new ParameterizedTypeReference<>() {};

    @Autowired
    private RestTestClient client;

    @Test
    void remembersAndSaysWhere() {
        var answer = client.post()
                .uri("/agents/writer/memories")
                .body(Map.of("text", "The user prefers short answers.", "kind", "preference"))
                .exchange()
                .expectStatus()
                .isCreated()
                .expectBody(RECORD)
                .returnResult();
        Map<String, Object> memory = answer.getResponseBody();
        assertThat(memory)
                .containsOnlyKeys("id", "agent", "kind", "text", "created", "revision")
                .containsEntry("agent", "writer")
                .containsEntry("kind", "preference")
                .containsEntry("text", "The user prefers short answers.")
                .containsEntry("revision", 1);
        URI location = answer.getResponseHeaders().getLocation();
        assertThat(location).hasPath("/agents/writer/memories/" + memory.get("id"));
        client.get()
                .uri(location)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(RECORD)
                .isEqualTo(memory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quotes \" ' ` and \\ backslashes",
                "<script>alert('x')</script> & <b>bold</b>",
                "ünïcödé, 日本語, עברית, 👩‍👩‍👧, \u0000 and \uffff",
                "lines\nand\r\nmore\tlines\u2028",
                "x"
            })
    void givesOddTextsBackAsTheyWere(String text) {
        Map<String, Object> memory = remember("odd", text);
        assertThat(memory).containsEntry("text", text);
        client.get()
                .uri("/agents/odd/memories/{id}", memory.get("id"))
                .exchange()
                .expectBody(RECORD)
                .isEqualTo(memory);
    }

    @Test
    void listsTheLatestFirstAndLeadsOn() {
        for (int i = 1; i <= 12; i++) {
            remember("lister", "text " + i);
        }
        var first = client.get()
                .uri("/agents/lister/memories")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(RECORDS)
                .returnResult();
        assertThat(first.getResponseBody())
                .extracting(memory -> memory.get("text"))
                .hasSize(10)
                .startsWith("text 12");
        String link = first.getResponseHeaders().getFirst("Link");
        assertThat(link).startsWith("<http").endsWith(">; rel=\"next\"");
        var second = client.get()
                .uri(URI.create(link.substring(1, link.indexOf('>'))))
                .exchange()
                .expectBody(RECORDS)
                .returnResult();
        assertThat(second.getResponseBody())
                .extracting(memory -> memory.get("text"))
                .containsExactly("text 2", "text 1");
        assertThat(second.getResponseHeaders().getFirst("Link")).isNull();
    }

    @Test
    void anUnknownAgentHasNoMemories() {
        client.get()
                .uri("/agents/nobody/memories")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(RECORDS)
                .isEqualTo(List.of());
    }

    @ParameterizedTest
    @CsvSource({"1,200", "1000,200", "0,400", "1001,400", "-1,400", "abc,400", "99999999999,400"})
    void boundsTheLimit(String limit, int status) {
        client.get()
                .uri("/agents/lister/memories?limit={limit}", limit)
                .exchange()
                .expectStatus()
                .isEqualTo(status);
    }

    @Test
    void revisesInPlace() {
        Map<String, Object> memory = remember("reviser", "before");
        client.put()
                .uri("/agents/reviser/memories/{id}", memory.get("id"))
                .body(Map.of("text", "after"))
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(RECORD)
                .value(revised -> assertThat(revised)
                        .containsEntry("text", "after")
                        .containsEntry("revision", 2)
                        .containsEntry("created", memory.get("created"))
                        .containsEntry("id", memory.get("id")));
    }

    @Test
    void forgets() {
        Object id = remember("forgetter", "secret").get("id");
        client.delete()
                .uri("/agents/forgetter/memories/{id}", id)
                .exchange()
                .expectStatus()
                .isNoContent();
        client.delete()
                .uri("/agents/forgetter/memories/{id}", id)
                .exchange()
                .expectStatus()
                .isNotFound();
        client.get()
                .uri("/agents/forgetter/memories/{id}", id)
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    @Test
    void anotherAgentsMemoryIsNotThere() {
        Object id = remember("owner", "mine").get("id");
        client.get()
                .uri("/agents/other/memories/{id}", id)
                .exchange()
                .expectStatus()
                .isNotFound();
        client.put()
                .uri("/agents/other/memories/{id}", id)
                .body(Map.of("text", "stolen"))
                .exchange()
                .expectStatus()
                .isNotFound();
        client.delete()
                .uri("/agents/other/memories/{id}", id)
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    @ParameterizedTest
    @CsvSource({"sync,201", "process,201", "buffered,201", "SYNC,201", "never,400"})
    void takesADurability(String durability, int status) {
        client.post()
                .uri("/agents/durable/memories?durability={durability}", durability)
                .body(Map.of("text", "x"))
                .exchange()
                .expectStatus()
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "[]",
                "[1]",
                "7",
                "\"text\"",
                "{\"text\":",
                "{\"text\":null}",
                "{\"text\":\"\"}",
                "{\"text\":{}}",
                "{\"text\":\"\\ud800\"}",
                "{\"text\":\"a\"} b",
                "{\"text\":\"a\",\"kind\":\"b c\"}"
            })
    void refusesBodiesThatAreNoMemory(String body) {
        client.post()
                .uri("/agents/writer/memories")
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo(400)
                .jsonPath("$.detail")
                .isNotEmpty();
    }

    @Test
    void refusesABodyThatIsTooLargeWithoutReadingItAll() {
        client.post()
                .uri("/agents/writer/memories")
                .body(Map.of("text", "x".repeat(2_000_000)))
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.CONTENT_TOO_LARGE)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
    }

    private Map<String, Object> remember(String agent, String text) {
        return client.post()
                .uri("/agents/{agent}/memories", agent)
                .body(Map.of("text", text))
                .exchange()
                .expectStatus()
                .isCreated()
                .expectBody(RECORD)
                .returnResult()
                .getResponseBody();
    }
}
