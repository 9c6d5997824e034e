package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine that says in its samples that it is unwell; what it says is put into the answers of one that is well. */
@Tag("browser")
class UnwellEngineTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"read_only, Read-only, The engine takes no more writes", "failed, Failed, The engine failed"})
    void isShownAsSuchOnBothPages(String state, String word, String notice) {
        BROWSER.beforeEachPage("""
                {
                  const asked = window.fetch;
                  window.fetch = async (...request) => {
                    const answer = await asked(...request);
                    const text = await answer.text();
                    return new Response(text.replace(/"state":"[a-z_]+"/g, '"state":"%s"'), answer);
                  };
                }
                """.formatted(state));
        try (Site site = Site.start(directory)) {
            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("the state", page -> page.text("state").equals(word));
            assertThat(BROWSER.text("notice")).startsWith(notice);
            BROWSER.open(site.page(""));
            BROWSER.until(
                    "the state", page -> page.css(".card .state").getText().equals(word));
            assertThat(BROWSER.css(".card .notice").getText()).startsWith(notice);
            BROWSER.open("about:blank");
        }
    }
}
