package dev.kiban.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.sample.SampleTest;
import dev.kiban.sample.load.Load;
import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.Memories;
import dev.kiban.sample.memory.Memory;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@SampleTest
class PageControllerTest {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final HttpClient http = HttpClient.newHttpClient(); // follows no redirect

    @LocalServerPort
    private int port;

    @Autowired
    private Memories memories;

    @Autowired
    private Load load;

    @Test
    void remembersAndRecallsWithPlainForms() throws Exception {
        String text = "<script>alert(1)</script> \"quoted\" & ünïcödé 日本";
        HttpResponse<String> posted = post("/remember", Map.of("agent", " form ", "text", text));
        assertThat(posted.statusCode()).isEqualTo(303);
        Memory memory =
                memories.latest(new AgentName("form"), 1, null).memories().get(0);
        assertThat(memory.text()).isEqualTo(text);
        String location = posted.headers().firstValue("Location").orElseThrow();
        assertThat(location).endsWith("/?agent=form&id=" + memory.id());

        HttpResponse<String> page = get("/?agent=form&id=" + memory.id());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &amp; ünïcödé 日本")
                .contains("id=\"recalled\"")
                .doesNotContain("<script>alert");
    }

    @Test
    void showsTheLatestTen() throws Exception {
        for (int i = 1; i <= 12; i++) {
            post("/remember", Map.of("agent", "ten", "text", "number-" + i + "."));
        }
        assertThat(get("/?agent=ten").body())
                .contains("number-12.", "number-3.")
                .doesNotContain("number-2.", "number-1.");
        assertThat(get("/?agent=nobody").body()).contains("Nothing yet.");
    }

    @ParameterizedTest
    @CsvSource({
        "/?agent=%22%3E%3Cscript%3E,400",
        "/?agent=form&id=xyz,400",
        "/?agent=form&id=%3Cimg%3E,400",
        "/?agent=form&id=ffffffffffff,404"
    })
    void explainsWhatCannotBeRecalled(String path, int status) throws Exception {
        HttpResponse<String> page = get(path);
        assertThat(page.statusCode()).isEqualTo(status);
        assertThat(page.body()).contains("class=\"problem\" role=\"alert\"").doesNotContain("<img>", "\"><script>");
    }

    @Test
    void keepsWhatWasTypedWhenItCannotBeRemembered() throws Exception {
        HttpResponse<String> page = post("/remember", Map.of("agent", "no <b>name", "text", "long </textarea> text"));
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body())
                .contains("agent must be")
                .contains("value=\"no &lt;b&gt;name\"")
                .contains("long &lt;/textarea&gt; text");
        assertThat(post("/remember", Map.of("agent", "form", "text", " ")).body())
                .contains("text is needed");
        assertThat(post("/remember", Map.of()).statusCode()).isEqualTo(400);
    }

    @Test
    void refusesAFormThatIsTooLarge() throws Exception {
        HttpResponse<String> answer = post("/remember", Map.of("agent", "form", "text", "x".repeat(3_000_000)));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void switchesTheLoadWithPlainForms() throws Exception {
        Map<String, String> settings =
                Map.of("writers", "1", "readers", "1", "ratePerSecond", "100", "valueBytes", "64", "total", "0");
        HttpResponse<String> started = post("/load/start", settings);
        assertThat(started.statusCode()).isEqualTo(303);
        assertThat(started.headers().firstValue("Location").orElseThrow()).endsWith("/#load");
        assertThat(load.status().running()).isTrue();
        assertThat(get("/").body()).contains(">running<");
        assertThat(post("/load/stop", Map.of()).statusCode()).isEqualTo(303);
        assertThat(load.status().running()).isFalse();
        assertThat(get("/").body()).contains(">stopped<");

        HttpResponse<String> refused = post(
                "/load/start",
                Map.of("writers", "99", "readers", "1", "ratePerSecond", "0", "valueBytes", "64", "total", "0"));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("writers must be between 0 and 64");
    }

    @Test
    void linksWhatIsThere() throws Exception {
        assertThat(get("/").body())
                .contains("href=\"/actuator/health\"", "href=\"/actuator/prometheus\"", "href=\"/actuator/kiban\"")
                .contains("href=\"/kiban\"");
    }

    @Test
    void showsItsStoreInTheDashboardUnderTheDashboardsOwnRules() throws Exception {
        HttpResponse<String> page = get("/kiban");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("/kiban/engines/kiban");
        assertThat(page.headers().allValues("Content-Security-Policy"))
                .containsExactly("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                        + "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
                        + "frame-ancestors 'none'");
        assertThat(get("/kiban/api/engines/kiban/trace").body()).startsWith("{\"k\":\"head\"");
    }

    @Test
    void holdsNoScriptAndNoStyleOfItsOwn() throws Exception {
        assertThat(get("/?agent=form").body())
                .containsPattern("<script type=\"module\" src=\"/sample.js\"></script>")
                .doesNotContainPattern("<script(?![^>]*src=)")
                .doesNotContain("<style", " style=", " onclick=", "javascript:", "http://", "https://", "th:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/sample.css", "/sample.js", "/favicon.svg", "/numbers", "/actuator/health", "/nowhere"})
    void everythingCarriesTheBrowserRules(String path) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(path.equals("/nowhere") ? 404 : 200);
        assertThat(answer.headers().firstValue("Content-Security-Policy")).hasValue(POLICY);
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @Test
    void givesTheLiveNumbers() throws Exception {
        assertThat(get("/numbers").body())
                .contains("\"state\":\"OPEN\"", "\"writes\":", "\"diskBytes\":", "\"load\":{", "\"timeMillis\":");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Accept", "text/html,*/*")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, Map<String, String> fields)
            throws IOException, InterruptedException {
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Origin", "http://127.0.0.1:" + port)
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
