package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures the player against its budgets and writes {@code docs/results/player.md}. It is no test: nothing runs it but its name
 * ({@code -Dtest=PlayerBudgets}), on a machine that does nothing else. Needs Node for the hour's trace.
 */
class PlayerBudgets {

    private static final int LOADS = 5;
    private static final int MOMENTS = 200;

    /** The processor's time for one moment: the page's handlers, then layout and drawing, which reading a pixel waits for. */
    private static final String MEASURE = """
            const [count, step, done] = arguments;
            const range = document.getElementById('scrubber');
            const took = [];
            let at = 0;
            let seed = 20261201;
            const next = () => {
              if (took.length === count) { done(took); return; }
              seed = (seed * 1103515245 + 12345) % 2147483648;
              at = step > 0 ? at + step : seed / 2147483648 * Number(range.max);
              range.value = Math.round(at);
              const begin = performance.now();
              range.dispatchEvent(new Event('input'));
              document.body.getBoundingClientRect();
              took.push(performance.now() - begin);
              requestAnimationFrame(next);
            };
            next();
            """;

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @Test
    void measure() throws IOException, InterruptedException {
        Path recorded = directory.resolve(Recording.ID + ".ktrace.ndjson.gz");
        try (InputStream in = Objects.requireNonNull(Recording.class.getResourceAsStream(Recording.RESOURCE))) {
            Files.copy(in, recorded);
        }
        Path hour = directory.resolve("hour.ktrace.ndjson.gz");
        output("node", "src/test/js/hour.js", hour.toString());

        List<String> rows = new ArrayList<>();
        try (Site site = Site.start(directory.resolve("store"))) {
            rows.add(row(site, "an hour, made from a seed by `hour.js`", hour));
            rows.add(row(site, "the recorded run that is shipped", recorded));
        }
        Files.writeString(Path.of("..", "docs", "results", "player.md"), page(rows));
    }

    private static String row(Site site, String name, Path trace) throws IOException {
        List<Double> loads = new ArrayList<>();
        for (int i = 0; i < LOADS; i++) {
            BROWSER.open(site.page("/traces/local"));
            BROWSER.id("open").sendKeys(trace.toString());
            BROWSER.until(
                    "the run",
                    page -> page.id("view").isDisplayed()
                            && page.script("return performance.getEntriesByName('kiban-load').length")
                                    .equals(1L));
            loads.add(((Number) BROWSER.script("return performance.getEntriesByName('kiban-load')[0].duration"))
                    .doubleValue());
        }
        List<Double> seeks = moments(0);
        List<Double> frames = moments(1_000);
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %.0f (%.0f–%.0f) | %s | %s |",
                name,
                Files.size(trace),
                at(loads, 0.5),
                at(loads, 0),
                at(loads, 1),
                quantiles(seeks),
                quantiles(frames));
    }

    @SuppressWarnings("unchecked")
    private static List<Double> moments(int step) {
        List<Number> took = (List<Number>) BROWSER.later(MEASURE, MOMENTS, step);
        assertThat(took).hasSize(MOMENTS);
        return took.stream().map(Number::doubleValue).toList();
    }

    private static String quantiles(List<Double> of) {
        return String.format(Locale.ROOT, "%.1f, %.1f, %.1f", at(of, 0.5), at(of, 0.99), at(of, 1));
    }

    private static double at(List<Double> of, double quantile) {
        return of.stream().sorted().toList().get((int) Math.round(quantile * (of.size() - 1)));
    }

    private static String page(List<String> rows) throws IOException, InterruptedException {
        return """
                # The player's times

                Written by `mvn test -pl kiban-dashboard -am -Dtest=PlayerBudgets -Dsurefire.failIfNoSpecifiedTests=false`. %s,
                %d processors, %s, software rendering, window 1440 by 900; commit %s, %s.

                Load: from choosing the file to the first picture, median and range of %d. Seek: a random moment; frame: the next second,
                as when playing at 60×; both with four charts and the tree, time of the page's one thread, p50, p99 and longest of %d.
                Drawing by the browser's other threads comes on top.

                | trace | gzipped, bytes | load, ms | seek, ms | frame, ms |
                |---|---|---|---|---|
                | *budget* | *1,500,000* | *1,000* | *16* | *8* |
                %s
                """.formatted(
                        processor(),
                        Runtime.getRuntime().availableProcessors(),
                        output("chromium", "--version").replaceFirst(" built on.*", ""),
                        output("git", "rev-parse", "--short=12", "HEAD"),
                        LocalDate.now(ZoneOffset.UTC),
                        LOADS,
                        MOMENTS,
                        String.join("\n", rows));
    }

    private static String processor() throws IOException {
        Path cpus = Path.of("/proc/cpuinfo");
        return Files.isReadable(cpus)
                ? Files.readAllLines(cpus).stream()
                        .filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(System.getProperty("os.arch"))
                : System.getProperty("os.arch");
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes()).strip();
        assertThat(process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0)
                .as(String.join(" ", command))
                .isTrue();
        return text;
    }
}
