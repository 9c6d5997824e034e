package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** WCAG 2.2 AA as far as axe-core can tell, on every page in both themes, with everything opened that can be. */
@Tag("browser")
class AccessibilityTest {

    static final List<String> THEMES = Browser.THEMES;

    private static final String RUN = """
            const done = arguments[0];
            axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(
                found => done([...found.violations.map(each => each.id + ': ' + each.nodes.map(node => node.target).join(', ')),
                    ...found.passes.length > 10 ? [] : ['axe looked at next to nothing']]),
                failure => done([String(failure)]));
            """;

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @FieldSource("THEMES")
    void noPageViolatesAnything(String theme) throws IOException {
        try (Site site = Site.start(directory)) {
            BROWSER.theme(theme);
            try (Load load = new Load(site.engine())) {
                BROWSER.open(site.page("/engines/memories"));
                BROWSER.until("files in L1", page -> LivePageTest.cell(page, 1, "files") > 0);
            }
            BROWSER.script("document.querySelectorAll('details').forEach(each => each.open = true)");
            BROWSER.until("a file", page -> !page.all("#files tbody button").isEmpty());
            check("live");

            BROWSER.open(site.page(""));
            BROWSER.until("the card", page -> page.css(".card .state").getText().equals("Open"));
            check("engines");

            BROWSER.open(site.page("/traces"));
            check("traces");

            BROWSER.open(site.page("/traces/" + Recording.ID + "?t=20"));
            BROWSER.until("the run", page -> page.id("view").isDisplayed());
            BROWSER.script("document.querySelectorAll('details').forEach(each => each.open = true)");
            check("replay");
            BROWSER.press("?");
            BROWSER.until("the keys", page -> page.id("help").isDisplayed());
            check("keys");

            BROWSER.open(site.page("/traces/local"));
            check("local");
            BROWSER.id("open").sendKeys(Path.of("pom.xml").toAbsolutePath().toString());
            BROWSER.until("the reason", page -> page.id("notice").isDisplayed());
            check("refused");

            BROWSER.open(site.page("/engines/none"));
            check("not found");
            assertThat(BROWSER.takeSevere()).allMatch(entry -> entry.contains("404"));

            site.engine().close();
            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("the notice", page -> page.id("notice").isDisplayed());
            check("closed");
            BROWSER.open("about:blank");
        }
    }

    private static void check(String page) throws IOException {
        BROWSER.script(axe());
        assertThat(BROWSER.later(RUN)).as(page).isEqualTo(List.of());
    }

    private static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(AccessibilityTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
