package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Takes pictures of each page at three widths in both themes, into {@code target/pictures}, to be looked at. With
 * {@code -Dkiban.write-docs=true} those of the documentation are taken as well.
 */
@Tag("browser")
class PicturesTest {

    private static final List<Integer> WIDTHS = List.of(1440, 768, 360);

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @Test
    void noPageIsWiderThanItsWindow() {
        try (Site site = Site.start(directory)) {
            try (Load load = new Load(site.engine())) {
                BROWSER.open(site.page("/engines/memories?minutes=1"));
                BROWSER.until("files in L2", page -> LivePageTest.cell(page, 2, "files") > 0);
                for (String theme : Browser.THEMES) {
                    BROWSER.theme(theme);
                    for (int width : WIDTHS) {
                        take(site.page("/engines/memories?minutes=1"), "#view", theme, width, "live");
                        take(site.page(""), ".card .state[data-state='open']", theme, width, "engines");
                        take(site.page("/traces"), "table", theme, width, "traces");
                        take(site.page("/traces/" + Recording.ID + "?t=42"), "#view", theme, width, "replay");
                    }
                }
            }
            if (Boolean.getBoolean("kiban.write-docs")) {
                documentation(site);
            }
            BROWSER.open("about:blank");
        }
    }

    private static void take(String url, String ready, String theme, int width, String name) {
        BROWSER.size(width);
        BROWSER.open(url);
        BROWSER.until(name, page -> page.css(ready).isDisplayed());
        BROWSER.picture(Path.of("target", "pictures", name + "-" + width + "-" + theme + ".png"), true);
        assertThat((Number) BROWSER.script("return document.documentElement.scrollWidth"))
                .as("%s at %d", name, width)
                .isEqualTo((long) width);
    }

    private static void documentation(Site site) {
        BROWSER.theme("light");
        BROWSER.size(1440, 1000);
        try (Load load = new Load(site.engine())) {
            BROWSER.open(site.page("/engines/memories?minutes=1"));
            BROWSER.until("a minute of samples", page -> samples(site) >= 60);
            // The directory of this run says nothing to readers.
            BROWSER.script("document.querySelector('.heading code').textContent = './data/memories'");
            BROWSER.picture(Path.of("..", "docs", "images", "dashboard-live.png"), false);
        }
        BROWSER.theme("dark");
        BROWSER.open(site.page("/traces/" + Recording.ID + "?t=42"));
        BROWSER.until("the run", page -> page.id("view").isDisplayed());
        BROWSER.picture(Path.of("..", "docs", "images", "dashboard-replay.png"), false);
    }

    private static long samples(Site site) {
        return site.engine().liveTrace().lines(0).stream()
                .filter(line -> line.startsWith("{\"k\":\"s\""))
                .count();
    }
}
