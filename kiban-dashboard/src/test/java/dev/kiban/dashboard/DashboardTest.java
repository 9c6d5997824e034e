package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every route, in an application with several engines behind a real server. */
class DashboardTest {

    private static final String HOSTILE = "<b onclick='x'>\"&${7*7}__${8*8}__";
    private static final String HOSTILE_PATH = "%3Cb%20onclick=%27x%27%3E%22&$%7B7*7%7D__$%7B8*8%7D__";

    private static Host host;

    @BeforeAll
    static void start() {
        host = Host.start(Engines.class);
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @Test
    void showsEveryEngineUnderTheNameOfItsMeters() {
        Http.Reply page = host.http().get("/kiban");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.body())
                .contains("href=\"/kiban/engines/memories\"", "href=\"/kiban/engines/archive\"")
                .contains("data-root=\"/kiban\"", "data-page=\"engines\"")
                .doesNotContain("archived", "/kiban/engines/main\"");
    }

    @Test
    void showsAnEngine() {
        assertThat(host.http().get("/kiban/engines/archive").body())
                .contains("data-page=\"engine\"", "data-engine=\"archive\"", "data-state=\"open\"");
    }

    @Test
    void showsAClosedEngine() {
        Http.Reply page = host.http().get("/kiban/engines/shut");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("data-engine=\"shut\"", "data-state=\"closed\"");
        Http.Reply trace = host.http().get("/kiban/api/engines/shut/trace");
        assertThat(trace.status()).isEqualTo(200);
        assertThat(trace.bytes()).isEmpty();
    }

    @Test
    void escapesNames() {
        String escaped = "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;${7*7}__${8*8}__";
        assertThat(host.http().get("/kiban").body()).contains(escaped).doesNotContain("<b ", "49", "64__");
        Http.Reply page = host.http().get("/kiban/engines/" + HOSTILE_PATH);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body())
                .contains("<bdi>" + escaped + "</bdi>", "data-engine=\"" + EngineCard.id(HOSTILE) + "\"")
                .doesNotContain("<b ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/kiban/engines/nobody",
                "/kiban/engines/%3Cscript%3E",
                "/kiban/engines",
                "/kiban/engines/",
                "/kiban/engines/archive/",
                "/kiban/traces/nothing",
                "/kiban/traces/broken",
                "/kiban/engines/else/at/all",
                "/kiban//"
            })
    void saysWhatIsNotThere(String path) {
        Http.Reply page = host.http().get(path);
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.body()).contains("data-page=\"error\"", "Not found").doesNotContain("<script>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kibana", "/kiba", "/", "/kiban/nowhere", "/kiban/nowhere/else/at/all", "/kiban/Traces"})
    void leavesOtherPathsToTheApplication(String path) {
        Http.Reply answer = host.http().get(path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Security-Policy")).isNull();
    }

    @Test
    void leadsToTheAddressWithoutASlash() {
        Http.Reply answer = host.http().get("/kiban/");
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).isEqualTo("/kiban");
        assertThat(host.http().get("/kiban/traces/").header("Location")).isEqualTo("/kiban/traces");
    }

    @Test
    void showsRecordedRuns() {
        assertThat(host.http().get("/kiban/traces").body())
                .contains("href=\"/kiban/traces/example\"", "12,736,754")
                .doesNotContain("broken");
        assertThat(host.http().get("/kiban/traces/example").body())
                .contains("data-page=\"replay\"", "data-trace=\"example\"");
        assertThat(host.http().get("/kiban/traces/local").body()).contains("data-trace=\"local\"");
    }

    @Test
    void givesARecordingAsItIs() throws IOException {
        Http.Reply answer = host.http().get("/kiban/api/traces/example", "Accept-Encoding: gzip");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/gzip");
        assertThat(answer.header("Content-Encoding")).isNull();
        assertThat(answer.header("Content-Length")).isEqualTo(String.valueOf(answer.bytes().length));
        assertThat(answer.bytes())
                .isEqualTo(getClass()
                        .getResourceAsStream("/dev/kiban/dashboard/traces/example.ktrace.ndjson.gz")
                        .readAllBytes());
        assertThat(host.http().get("/kiban/api/traces/broken").status()).isEqualTo(404);
        assertThat(host.http().get("/kiban/api/traces/local").status()).isEqualTo(404);
    }

    @Test
    void givesTheTraceOfAnEngine() throws IOException {
        Http.Reply all = host.http().get("/kiban/api/engines/memories/trace");
        assertThat(all.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(all.header("Cache-Control")).isEqualTo("no-store");
        assertThat(all.header("Content-Encoding")).isNull();
        assertThat(all.body()).endsWith("}\n");
        TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(all.bytes()));
        assertThat(trace.lines().get(0))
                .isInstanceOfSatisfying(
                        Head.class, head -> assertThat(head.engine().name()).isEqualTo("memories"));

        Http.Reply later = host.http().get("/kiban/api/engines/memories/trace?since=1");
        assertThat(TraceReader.parse(later.body().lines().findFirst().orElseThrow())
                        .q())
                .isEqualTo(2);
    }

    @Test
    void compressesALongTraceForThoseWhoAcceptIt() throws IOException {
        Kiban kiban = host.context().getBean("main", Kiban.class);
        for (int i = 0; i < 20; i++) {
            kiban.put(new byte[] {(byte) i}, new byte[] {1});
            kiban.flush();
        }
        Http.Reply plain = host.http().get("/kiban/api/engines/memories/trace");
        assertThat(plain.bytes()).hasSizeGreaterThan(4 << 10);
        Http.Reply compressed = host.http()
                .get("/kiban/api/engines/memories/trace", "Accept-Encoding: br", "Accept-Encoding: gzip;q=0.5");
        assertThat(compressed.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(compressed.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(compressed.bytes().length).isLessThan(plain.bytes().length / 2);
        String unpacked = new String(
                new GZIPInputStream(new ByteArrayInputStream(compressed.bytes())).readAllBytes(),
                StandardCharsets.UTF_8);
        assertThat(unpacked).startsWith(plain.body().substring(0, 4 << 10));
    }

    @ParameterizedTest
    @CsvSource({
        "gzip,true",
        "'deflate, gzip',true",
        "'gzip;q=1.0, br',true",
        "*,true",
        "X-GZIP,true",
        "gzip;q=0,false",
        "'br, gzip; q=0.0',false",
        "'gzip;q=0, *',false",
        "'*, gzip;q=0',false",
        "'*;q=0, gzip',true",
        "*;q=0,false",
        "gzip;q=0.001,true",
        "gzipped,false",
        "'',false"
    })
    void knowsWhoAcceptsGzip(String header, boolean accepted) {
        assertThat(LinesBody.acceptsGzip(List.of(header))).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource({
        "/kiban/api/engines/nobody/trace,404",
        "/kiban/api/engines/memories/trace?since=x,400",
        "/kiban/api/engines/memories/trace?since=,400",
        "/kiban/api/engines/memories/trace?since=%zz,400",
        "/kiban/api/engines/memories/trace?other=%,400",
        "/kiban/api/engines/memories/trace?since=99999999999999999999,400",
        "/kiban/api/engines/memories/trace?since=-1,200",
        "/kiban/api/engines/memories,404",
        "/kiban/api/,404",
        "/kiban/api,404"
    })
    void refusesQuestionsItDoesNotUnderstand(String path, int status) {
        assertThat(host.http().get(path).status()).isEqualTo(status);
    }

    @Test
    void servesItsAssets() {
        Http.Reply style = host.http().get("/kiban/assets/css/kiban.css");
        assertThat(style.status()).isEqualTo(200);
        assertThat(style.header("Content-Type")).startsWith("text/css;");
        Http.Reply charts = host.http().get("/kiban/assets/chart.js");
        assertThat(charts.header("Content-Type")).isEqualToIgnoringCase("text/javascript;charset=utf-8");
        assertThat(charts.body()).contains("Chart.js v4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/kiban/assets/chart.js", "/kiban/assets/css/kiban.css", "/kiban/api/traces/example"})
    void isNotAskedTwiceForTheSame(String path) {
        Http.Reply first = host.http().get(path);
        String etag = first.header("ETag");
        assertThat(etag).matches("\"[0-9a-f]{32}\"");
        assertThat(first.header("Cache-Control")).isEqualTo("no-cache");
        for (String known : new String[] {etag, "W/" + etag, "\"other\", " + etag, "*"}) {
            Http.Reply again = host.http().get(path, "If-None-Match: " + known);
            assertThat(again.status()).as(known).isEqualTo(304);
            assertThat(again.header("ETag")).isEqualTo(etag);
            assertThat(again.bytes()).isEmpty();
        }
        assertThat(host.http().get(path, "If-None-Match: \"other\"").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/kiban/assets/",
                "/kiban/assets",
                "/kiban/assets/css",
                "/kiban/assets/css/",
                "/kiban/assets/../",
                "/kiban/assets/../templates/engines.html",
                "/kiban/assets/../traces/example.ktrace.ndjson.gz",
                "/kiban/assets/css/../../templates/engines.html",
                "/kiban/assets/css/../css/kiban.css",
                "/kiban/assets/%2e%2e/templates/engines.html",
                "/kiban/assets/css/%2e%2e/css/kiban.css",
                "/kiban/assets//css/kiban.css",
                "/kiban/assets/nothing.js"
            })
    void servesNothingBesideItsAssets(String path) {
        assertThat(host.http().get(path).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/kiban/assets/..%2ftemplates%2fengines.html",
                "/kiban/assets/%252e%252e/templates/engines.html",
                "/kiban/assets/..%5ctemplates%5cengines.html",
                "/kiban/assets/..;/templates/engines.html",
                "/kiban/assets/css/kiban.css%00.js",
                "/kiban/api/traces/..%2ftemplates%2fengines",
                "/kiban/../../../etc/passwd"
            })
    void isNotTalkedIntoLeavingTheFolder(String path) {
        // The server itself refuses some of these before anybody sees them.
        assertThat(host.http().get(path).status()).isIn(400, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
    void isOnlyRead(String method) {
        for (String path : new String[] {"/kiban", "/kiban/api/engines/memories/trace", "/kiban/assets/chart.js"}) {
            Http.Reply answer = host.http().send(method, path);
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
            assertThat(answer.header("Content-Security-Policy")).isEqualTo(Host.CSP);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/kiban", "/kiban/engines/nobody", "/kiban/api/traces/example", "/kiban/assets/css/kiban.css"})
    void answersHeadWithTheHeadersAlone(String path) {
        Http.Reply get = host.http().get(path);
        Http.Reply head = host.http().send("HEAD", path);
        assertThat(head.status()).isEqualTo(get.status());
        assertThat(head.bytes()).isEmpty();
        get.headers().remove("Date");
        head.headers().remove("Date");
        assertThat(head.headers()).isEqualTo(get.headers());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/kiban",
                "/kiban/",
                "/kiban/traces",
                "/kiban/engines/nobody",
                "/kiban/engines",
                "/kiban/api/engines/memories/trace",
                "/kiban/api/engines/nobody/trace",
                "/kiban/api/traces/example",
                "/kiban/assets/chart.js",
                "/kiban/assets/nothing.js"
            })
    void everyAnswerCarriesTheHeaders(String path) {
        Map<String, String> expected = Map.of(
                "Content-Security-Policy", Host.CSP,
                "X-Content-Type-Options", "nosniff",
                "Referrer-Policy", "no-referrer",
                "Cross-Origin-Resource-Policy", "same-origin",
                "X-Frame-Options", "DENY");
        assertThat(host.http().get(path).headers()).containsAllEntriesOf(expected);
        assertThat(host.http().get(path, "If-None-Match: *").headers()).containsAllEntriesOf(expected);
        Http.Reply refused = host.http().get(path, "Host: evil.example");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.headers()).containsAllEntriesOf(expected);
    }

    @Test
    void tellsWhomItRefusesWhatToDo() {
        Http.Reply refused = host.http().get("/kiban", "X-Forwarded-For: 10.0.0.7");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(refused.body())
                .contains("came through a proxy", "ssh -L", "Spring Security", "kiban.dashboard.enabled=false")
                .doesNotContain("/kiban/assets", "memories");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Engines {

        @Bean
        Kiban main() {
            return Kiban.openInMemory(
                    KibanOptions.defaults().toBuilder().name("memories").build());
        }

        @Bean(defaultCandidate = false)
        Kiban archive() {
            return Kiban.openInMemory(
                    KibanOptions.defaults().toBuilder().name("archived").build());
        }

        @Bean(defaultCandidate = false)
        Kiban shut() {
            Kiban kiban = Kiban.openInMemory(KibanOptions.defaults());
            kiban.close();
            return kiban;
        }

        @Bean(name = HOSTILE, defaultCandidate = false)
        Kiban hostile() {
            return Kiban.openInMemory(KibanOptions.defaults());
        }
    }
}
