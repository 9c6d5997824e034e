package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TreeReplay;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Followed from the disk to the page: whoever asks how much lies in a level gets one answer. */
@Tag("browser")
class OneNumberTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @Test
    void bytesOfL1AreTheSameInFilesEndpointPrometheusTraceAndPage() throws IOException, InterruptedException {
        try (Site site = Site.start(directory)) {
            BROWSER.open(site.page("/engines/memories"));
            try (Load load = new Load(site.engine())) {
                BROWSER.until("files in L1", page -> LivePageTest.cell(page, 1, "files") > 0);
            }
            site.engine().flush();
            BROWSER.until("an idle engine", page -> site.isQuiet());
            BROWSER.until(
                    "the last sample on the page",
                    page -> LivePageTest.cell(page, 1, "bytes")
                            == site.engine().metrics().levels().get(1).size());

            JsonNode level = JsonMapper.shared()
                    .readTree(get(site.url() + "/actuator/kiban/memories"))
                    .get("levels")
                    .get(1);
            long endpoint = level.get("size").asLong();
            assertThat(endpoint).isPositive();
            assertThat(bytesInFiles(level)).isEqualTo(endpoint);
            assertThat(meter(get(site.url() + "/actuator/prometheus"))).isEqualTo((double) endpoint);
            assertThat(LivePageTest.cell(BROWSER, 1, "bytes")).isEqualTo(endpoint);
            assertThat(BROWSER.css("tr[data-level='1'] [data-column='bytes']").getText())
                    .isEqualTo(String.format(Locale.ROOT, "%,d", endpoint));

            List<TraceLine> ofEndpoint = lines(get(site.url() + "/actuator/kiban/memories/trace?since=0"));
            List<TraceLine> ofDashboard = lines(get(site.page("/api/engines/memories/trace?since=0")));
            for (List<TraceLine> trace : List.of(ofEndpoint, ofDashboard)) {
                assertThat(lastSample(trace).levels().get(1).bytes()).isEqualTo(endpoint);
                assertThat(TreeReplay.at(trace, trace.size() - 1).level(1).stream()
                                .mapToLong(TraceLine.Table::bytes)
                                .sum())
                        .isEqualTo(endpoint);
            }
            BROWSER.open("about:blank");
        }
    }

    private long bytesInFiles(JsonNode level) throws IOException {
        long bytes = 0;
        for (JsonNode table : level.get("tables")) {
            bytes += Files.size(directory.resolve(
                    String.format(Locale.ROOT, "%06d.sst", table.get("number").asLong())));
        }
        return bytes;
    }

    private static double meter(String exposition) {
        return exposition
                .lines()
                .filter(line -> line.startsWith("kiban_level_size_bytes{") && line.contains("level=\"1\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static Sample lastSample(List<TraceLine> trace) {
        Sample last = null;
        for (TraceLine line : trace) {
            last = line instanceof Sample sample ? sample : last;
        }
        return last;
    }

    private static List<TraceLine> lines(String text) throws IOException {
        List<TraceLine> lines = new ArrayList<>();
        for (String line : Browser.lines(text)) {
            lines.add(TraceReader.parse(line));
        }
        return lines;
    }

    private static String get(String url) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
