package dev.kiban.spring.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.event.TableInfo;
import dev.kiban.event.TableSet;
import dev.kiban.spring.TestApplication;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.micrometer.metrics.test.autoconfigure.AutoConfigureMetrics;
import org.springframework.boot.resttestclient.autoconfigure.AutoConfigureRestTestClient;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a running application over HTTP. */
@SpringBootTest(
        classes = TestApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "kiban.in-memory=true",
            "kiban.profile=agent-memory",
            "kiban.cache-size=1MB",
            "management.endpoints.web.exposure.include=kiban,health,prometheus",
            "management.endpoint.health.show-details=always"
        })
@AutoConfigureRestTestClient
@AutoConfigureMetrics(export = true)
class KibanEndpointTest {

    @Autowired
    private Kiban kiban;

    @Autowired
    private RestTestClient client;

    @BeforeEach
    void writeATable() {
        kiban.put("secret-key".getBytes(UTF_8), "secret-value".getBytes(UTF_8));
        kiban.flush();
    }

    @Test
    void listsEveryEngineWithStateLevelsStallsAndOptions() {
        JsonNode engines = json("/actuator/kiban").path("engines");
        assertThat(engines.propertyNames()).containsExactlyInAnyOrder("kiban", "archive");
        JsonNode engine = engines.path("kiban");
        assertThat(engine.path("state").asString()).isEqualTo("open");
        assertThat(engine.path("openedAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(engine.path("levels")).hasSize(7);
        assertThat(engine.path("stalls").path("state").asString()).isEqualTo("free");
        assertThat(engine.path("stalls").path("causes")).hasSize(4);
        assertThat(engine.has("metrics")).isFalse();
        assertThat(option(engine, "durability")).isEqualTo("process default");
        assertThat(option(engine, "compression")).isEqualTo("none profile");
        assertThat(option(engine, "cache-size")).isEqualTo("1048576 set");
        assertThat(option(engine, "close-timeout")).isEqualTo("PT30S default");
    }

    @Test
    void showsOneEngineWithItsFilesByLevel() {
        // Flushes of other tests may make a compaction due at any time: an answer of one file set is wanted.
        TableSet set;
        JsonNode engine;
        int tries = 100;
        do {
            assertThat(--tries).isPositive();
            set = kiban.tables();
            engine = json("/actuator/kiban/kiban");
        } while (kiban.tables().version() != set.version());
        List<TableInfo> tables = set.tables();
        assertThat(tables).isNotEmpty();
        for (JsonNode level : engine.path("levels")) {
            List<TableInfo> expected = tables.stream()
                    .filter(table -> table.level() == level.path("level").asInt())
                    .toList();
            assertThat(level.path("tables")).hasSize(expected.size());
            assertThat(level.path("files").asInt()).isEqualTo(expected.size());
            assertThat(level.path("size").asLong())
                    .isEqualTo(expected.stream().mapToLong(TableInfo::size).sum());
        }
        assertThat(engine.path("metrics").path("operations").path("puts").asLong())
                .isPositive();
    }

    @Test
    void ofKeysAndValuesOnlyRanksAreShown() {
        String answer = text("/actuator/kiban/kiban") + text("/actuator/kiban/kiban/trace");
        assertThat(answer)
                .contains("\"minKey\":0")
                .doesNotContain("secret")
                .doesNotContain(HexFormat.of().formatHex("secret".getBytes(UTF_8)));
    }

    @Test
    void bytesPerLevelAgreeInEndpointMetersAndFiles() {
        kiban.compact();
        kiban.put("one-more".getBytes(UTF_8), "value".getBytes(UTF_8));
        kiban.flush();
        JsonNode levels = json("/actuator/kiban").path("engines").path("kiban").path("levels");
        String exposition = text("/actuator/prometheus");
        for (JsonNode level : levels) {
            int number = level.path("level").asInt();
            double files = kiban.tables().tables().stream()
                    .filter(table -> table.level() == number)
                    .mapToDouble(TableInfo::size)
                    .sum();
            Matcher meter = Pattern.compile(
                            "kiban_level_size_bytes\\{engine=\"kiban\",level=\"" + number + "\"} (\\S+)")
                    .matcher(exposition);
            assertThat(meter.find()).isTrue();
            assertThat(Double.parseDouble(meter.group(1)))
                    .as("meter of level " + number)
                    .isEqualTo(files);
            assertThat(level.path("size").asDouble())
                    .as("endpoint's level " + number)
                    .isEqualTo(files);
        }
        assertThat(exposition).contains("kiban_info{", "kiban_state{engine=\"archive\",state=\"open\"} 1.0");
    }

    @Test
    void theTraceBeginsWithItsHeadAndGoesOnWhereTheReaderStands() {
        List<String> all = text("/actuator/kiban/kiban/trace").lines().toList();
        assertThat(all.get(0)).contains("\"k\":\"head\"");
        assertThat(all.get(1)).contains("\"k\":\"snap\"");
        long last =
                JsonMapper.shared().readTree(all.get(all.size() - 1)).path("q").asLong();
        kiban.put(new byte[] {1}, new byte[] {2});
        kiban.flush();
        assertThat(text("/actuator/kiban/kiban/trace?since=" + last).lines())
                .allSatisfy(line -> assertThat(
                                JsonMapper.shared().readTree(line).path("q").asLong())
                        .isGreaterThan(last));
    }

    @Test
    void theTraceIsTheEnginesOwnAndReachesBackToTheStartOfTheApplication() {
        List<String> all = text("/actuator/kiban/kiban/trace").lines().toList();
        assertThat(all.get(0)).isEqualTo(kiban.liveTrace().lines(0).get(0));
        // Before each test a table is written: a trace that began with the first request would begin with it.
        assertThat(all.get(1)).contains("\"files\":[]");
    }

    @Test
    void unknownEnginesAndViewsAreNotFound() {
        for (String path : List.of("/nobody", "/nobody/trace", "/kiban/no-view")) {
            client.get().uri("/actuator/kiban" + path).exchange().expectStatus().isNotFound();
        }
    }

    @Test
    void changingNeedsUnrestrictedAccess() {
        client.post()
                .uri("/actuator/kiban/kiban/flush")
                .exchange()
                .expectStatus()
                .value(status ->
                        assertThat(status).isIn(HttpStatus.METHOD_NOT_ALLOWED.value(), HttpStatus.NOT_FOUND.value()));
    }

    @Test
    void healthHasAPartForEveryEngine() {
        JsonNode health = json("/actuator/health").path("components").path("kiban");
        assertThat(health.path("status").asString()).isEqualTo("UP");
        assertThat(health.path("components").propertyNames()).containsExactlyInAnyOrder("kiban", "archive");
        JsonNode details = health.path("components").path("archive").path("details");
        assertThat(details.path("state").asString()).isEqualTo("open");
        assertThat(details.path("writes").asString()).isEqualTo("free");
        assertThat(details.has("freeDisk")).isTrue();
    }

    private JsonNode json(String uri) {
        return JsonMapper.shared().readTree(text(uri));
    }

    private String text(String uri) {
        byte[] body = client.get()
                .uri(uri)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .returnResult()
                .getResponseBody();
        return new String(body, UTF_8);
    }

    private static String option(JsonNode engine, String name) {
        for (JsonNode option : engine.path("options")) {
            if (option.path("name").asString().equals(name)) {
                return option.path("value").asString() + " "
                        + option.path("origin").asString();
            }
        }
        return "no option " + name;
    }
}
