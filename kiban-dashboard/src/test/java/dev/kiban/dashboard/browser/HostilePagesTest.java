package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Keys and traces that were made to do harm, and files that are no whole trace: they are shown as text, or refused with a reason. */
@Tag("browser")
class HostilePagesTest {

    private static final String MARKUP = "<img src=x onerror=window.harmed=1>";
    private static final String SCRIPT = "</script><script>window.harmed=1</script>";
    private static final String REORDERED = "a\u202Eb\u2028c\0d";

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @Test
    void keysAreShownAsTextWithWhatIsUnseenMadeVisible() {
        try (Site site = Site.start(directory.resolve("store"), "--kiban.key-visibility=full")) {
            byte[] value = new byte[100];
            site.engine().put(MARKUP.getBytes(StandardCharsets.UTF_8), value);
            site.engine().flush();
            site.engine().put(REORDERED.getBytes(StandardCharsets.UTF_8), value);
            site.engine().flush();

            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("the files", page -> LivePageTest.cell(page, 0, "files") == 2);
            BROWSER.css("#files > summary").click();
            String rows = BROWSER.css("#files tbody").getText();
            assertThat(rows).contains(MARKUP + " … " + MARKUP);
            assertThat(rows).contains("a\\xe2\\x80\\xaeb\\xe2\\x80\\xa8c\\x00d");
            BROWSER.css("#files tbody button").click();
            BROWSER.until("the file in words", page -> page.text("file").contains("keys"));
            nothingHappened();
            BROWSER.open("about:blank");
        }
    }

    @Test
    void aTraceFullOfMarkupIsShownAsText() throws IOException {
        Path file = directory.resolve("markup.ktrace.ndjson.gz");
        List<TraceLine> lines = new ArrayList<>();
        TraceLine.Head like = Recording.shipped().head();
        lines.add(new TraceLine.Head(
                1,
                1,
                MARKUP,
                MARKUP + REORDERED,
                new TraceLine.EngineInfo(MARKUP, SCRIPT, SCRIPT, Map.of("__proto__", MARKUP)),
                Map.of("name", MARKUP, "durability", SCRIPT, "__proto__", MARKUP),
                Map.of("cpu", MARKUP, "jvm", SCRIPT, "disk", REORDERED),
                like.t0(),
                1_000,
                7,
                like.limits()));
        lines.add(new TraceLine.Snap(
                2,
                0,
                1,
                List.of(
                        new TraceLine.Table(7, 1, 0, 4096, "3c696d673e", "3c7376673e", 10, 0, MARKUP),
                        new TraceLine.Table(8, 1, 0, 4096, "00e280a8", "e280ae", 10, 0, REORDERED)),
                false));
        lines.addAll(Recording.shipped().samples().subList(0, 3));
        lines.add(new TraceLine.Mark(4, 5_500, MARKUP + SCRIPT));
        lines.add(new TraceLine.Event(
                5, 5_600, "stall", "begin", Map.of("cause", MARKUP, "kind", SCRIPT, "value", 1, "limit", 1)));
        lines.add(new TraceLine.Event(
                6, 5_700, "error", null, Map.of("component", MARKUP, "kind", "bug", "message", SCRIPT + REORDERED)));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(TraceWriter.toJson(lines.get(i))
                            .replaceFirst("\"q\":\\d+", "\"q\":" + (i + 1))
                            .replace("\"stall\":null", "\"stall\":\"<b>cause</b>\""))
                    .append('\n');
        }
        Files.write(file, zip(text.toString()));
        try (Site site = Site.start(directory.resolve("store"))) {
            choose(site, file);
            BROWSER.until("the run", page -> page.id("view").isDisplayed());
            BROWSER.css("#files > summary").click();
            assertThat(BROWSER.text("title")).isEqualTo(MARKUP + "a\\u{202e}b\\u{2028}c\\u{0}d");
            assertThat(BROWSER.text("facts")).contains(SCRIPT.substring(0, 9));
            assertThat(BROWSER.css("#files tbody").getText()).contains(MARKUP, "a\\u{202e}b", "<img> … <svg>");
            BROWSER.press("]", "]", "]");
            assertThat(BROWSER.text("happenings")).contains(MARKUP, SCRIPT);
            nothingHappened();
        }
    }

    @Test
    void aTraceThatWasCutIsPlayedToItsLastWholeLine() throws IOException {
        byte[] whole;
        try (InputStream in = Objects.requireNonNull(Recording.class.getResourceAsStream(Recording.RESOURCE))) {
            whole = in.readAllBytes();
        }
        Path file = directory.resolve("cut.ktrace.ndjson.gz");
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        try (Site site = Site.start(directory.resolve("store"))) {
            choose(site, file);
            BROWSER.until("the run", page -> page.id("view").isDisplayed());
            assertThat(BROWSER.text("notice"))
                    .matches("This run is played to line \\d+\\. The recording was cut: it ends here\\.");
            BROWSER.press(org.openqa.selenium.Keys.END);
            long t = Long.parseLong((String) BROWSER.script("return document.body.dataset.t"));
            assertThat(t)
                    .isBetween(
                            Recording.shipped().duration() / 4,
                            Recording.shipped().duration() * 3 / 4);
            assertThat(LivePageTest.cell(BROWSER, 1, "bytes"))
                    .isEqualTo(Recording.shipped().levelBytes(t).get(1));

            choose(site, shipped(whole));
            BROWSER.until("the whole run", page -> page.id("view").isDisplayed());
            assertThat(BROWSER.id("notice").isDisplayed()).isFalse();
        }
    }

    @Test
    void whatIsNoTraceIsRefusedWithAReason() throws IOException {
        String head = "{\"k\":\"head\",\"q\":1,\"format\":\"kiban-trace\",\"v\":1}\n";
        Map<String, byte[]> files = Map.of(
                "newer version", zip(head.replace("\"v\":1", "\"v\":2")),
                "another format", zip(head.replace("kiban-trace", "other-trace")),
                "no head", zip("{\"k\":\"s\",\"q\":1,\"t\":0}\n"),
                "nested", zip("{\"k\":\"head\",\"q\":" + "[".repeat(100_000) + "\n"),
                "a picture", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n', 0, 0},
                "nothing", new byte[0],
                "too much", zip(head + "x".repeat(2 << 20)));
        Map<String, String> reasons = Map.of(
                "newer version", "newer",
                "another format", "trace",
                "no head", "head",
                "nested", "line 1",
                "a picture", "trace",
                "nothing", "empty",
                "too much", "longer");
        try (Site site = Site.start(directory.resolve("store"))) {
            BROWSER.open(site.page("/traces/local"));
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                Path file = directory.resolve(each.getKey() + ".ktrace.ndjson.gz");
                Files.write(file, each.getValue());
                BROWSER.script("document.getElementById('notice').hidden = true");
                BROWSER.id("open").sendKeys(file.toString());
                BROWSER.until(each.getKey(), page -> page.id("notice").isDisplayed());
                assertThat(BROWSER.text("notice")).as(each.getKey()).containsIgnoringCase(reasons.get(each.getKey()));
                assertThat(BROWSER.id("view").isDisplayed()).as(each.getKey()).isFalse();
            }
            nothingHappened();
        }
    }

    private static void choose(Site site, Path file) {
        BROWSER.open(site.page("/traces/local"));
        BROWSER.id("open").sendKeys(file.toString());
    }

    private Path shipped(byte[] whole) throws IOException {
        return Files.write(directory.resolve("whole.ktrace.ndjson.gz"), whole);
    }

    private static byte[] zip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static void nothingHappened() {
        assertThat(BROWSER.script("return window.harmed")).isNull();
        assertThat(BROWSER.script("return ({}).harmed ?? Object.prototype.name"))
                .isNull();
        assertThat(BROWSER.all("main img, main script, main b, main svg")).isEmpty();
    }
}
