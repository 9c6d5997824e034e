package dev.kiban.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallKind;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.WriteState;
import dev.kiban.sample.load.Load;
import dev.kiban.sample.load.LoadSettings;
import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** After a load that the store can hardly bear, files, endpoint, Prometheus and trace tell the same. */
class ObservedStoreTest {

    /** Room for little, so that writers are stopped again and again. */
    private static final String[] NARROW = {
        "--server.port=0",
        "--kiban.memtable-size=128KB",
        "--kiban.max-sealed-memtables=1",
        "--kiban.l0-compaction-files=2",
        "--kiban.l0-slowdown-files=3",
        "--kiban.l0-stop-files=4",
        "--kiban.table-size=128KB",
        "--kiban.level-base-size=256KB",
    };

    @TempDir
    private Path directory;

    @Test
    void bytesOfLevelsAndDurationsOfStallsAgreeWhereverTheyAreShown() throws IOException {
        String[] arguments = new String[NARROW.length + 1];
        System.arraycopy(NARROW, 0, arguments, 0, NARROW.length);
        arguments[NARROW.length] = "--kiban.path=" + directory;
        try (ConfigurableApplicationContext application =
                new SpringApplication(SampleApplication.class).run(arguments)) {
            Load load = application.getBean(Load.class);
            load.start(new LoadSettings(4, 0, 0, 1000, 6_000));
            Eventually.eventually("the end of the load", () -> !load.status().running());
            Kiban store = application.getBean(Kiban.class);
            Eventually.eventually("the end of maintenance", () -> isQuiet(store.metrics()));

            RestTestClient client = RestTestClient.bindToServer()
                    .baseUrl("http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port"))
                    .build();
            JsonNode endpoint = JsonMapper.shared().readTree(get(client, "/actuator/kiban/kiban"));
            String prometheus = get(client, "/actuator/prometheus");
            List<String> trace =
                    get(client, "/actuator/kiban/kiban/trace?since=0").lines().toList();
            levelsAgree(endpoint, prometheus);
            stallsAgree(store.metrics(), endpoint, prometheus, trace);
        }
    }

    private static boolean isQuiet(KibanMetrics metrics) {
        return metrics.compactions().running() == 0
                && metrics.memtables().sealedCount() == 0
                && metrics.stalls().state() == WriteState.FREE
                && metrics.levels().stream().allMatch(level -> level.score() < 1);
    }

    private void levelsAgree(JsonNode endpoint, String prometheus) throws IOException {
        int filled = 0;
        for (JsonNode level : endpoint.get("levels")) {
            long bytes = level.get("size").asLong();
            long onDisk = 0;
            for (JsonNode table : level.get("tables")) {
                onDisk += Files.size(directory.resolve(String.format(
                        Locale.ROOT, "%06d.sst", table.get("number").asLong())));
            }
            assertThat(onDisk).isEqualTo(bytes);
            assertThat(meter(
                            prometheus,
                            "kiban_level_size_bytes",
                            "level=\"" + level.get("level").asInt() + "\""))
                    .isEqualTo((double) bytes);
            filled += bytes > 0 ? 1 : 0;
        }
        assertThat(filled).isGreaterThanOrEqualTo(2);
    }

    private static void stallsAgree(KibanMetrics metrics, JsonNode endpoint, String prometheus, List<String> trace)
            throws IOException {
        CauseMetrics memtables = metrics.stalls().causes().get(StallCause.MEMTABLES.ordinal());
        assertThat(memtables.stops()).isPositive();
        double seconds = memtables.stopNanos() / 1e9;
        Offset<Double> rounding = Offset.offset(memtables.stops() * 1e-6);

        JsonNode shown = endpoint.at("/metrics/stalls/causes/" + StallCause.MEMTABLES.ordinal());
        assertThat(shown.get("stopNanos").asLong()).isEqualTo(memtables.stopNanos());

        String tags = "cause=\"memtables\",engine=\"kiban\",kind=\"stop\"";
        assertThat(meter(prometheus, "kiban_write_stall_seconds_count", tags)).isEqualTo(memtables.stops());
        assertThat(meter(prometheus, "kiban_write_stall_seconds_sum", tags)).isCloseTo(seconds, rounding);

        long episodes = 0;
        double traced = 0;
        for (String line : trace) {
            if (TraceReader.parse(line) instanceof TraceLine.Event event && isStop(event)) {
                episodes++;
                traced += ((Number) event.fields().get("ms")).doubleValue() / 1e3;
            }
        }
        assertThat(episodes).isEqualTo(memtables.stops());
        assertThat(traced).isCloseTo(seconds, rounding);
    }

    private static boolean isStop(TraceLine.Event event) {
        return event.fields().containsKey("ms")
                && StallCause.MEMTABLES
                        .name()
                        .equalsIgnoreCase(String.valueOf(event.fields().get("cause")))
                && StallKind.STOP
                        .name()
                        .equalsIgnoreCase(String.valueOf(event.fields().get("kind")));
    }

    private static String get(RestTestClient client, String path) {
        String body = client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(body).isNotNull();
        return body;
    }

    private static double meter(String prometheus, String name, String tags) {
        Matcher line = Pattern.compile("(?m)^" + name + "\\{[^}]*" + Pattern.quote(tags) + "[^}]*\\} (\\S+)$")
                .matcher(prometheus);
        assertThat(line.find()).as("%s{%s}", name, tags).isTrue();
        return Double.parseDouble(line.group(1));
    }
}
