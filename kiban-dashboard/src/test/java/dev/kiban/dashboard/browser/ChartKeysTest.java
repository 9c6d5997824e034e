package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What a keyboard reaches on the player's page: charts, files, and the page's own keys, which leave alone what is not theirs. */
@Tag("browser")
class ChartKeysTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private static Path directory;

    private static Site site;
    private static Recording recording;

    @BeforeAll
    static void start() throws IOException {
        site = Site.start(directory);
        recording = Recording.shipped();
    }

    @AfterAll
    static void stop() {
        if (site != null) {
            site.close();
        }
    }

    private static void open(String query) {
        BROWSER.open(site.page("/traces/" + Recording.ID + query));
        BROWSER.until("the run", page -> page.id("view").isDisplayed());
    }

    private static void focus(String selector) {
        BROWSER.script("document.querySelector(arguments[0]).focus()", selector);
    }

    private static long moment() {
        return Long.parseLong(String.valueOf(BROWSER.script("return document.body.dataset.t")));
    }

    private static String said() {
        return String.valueOf(BROWSER.script("return document.querySelector('.said').textContent"));
    }

    private static String focused() {
        return String.valueOf(BROWSER.script("return document.activeElement.textContent"));
    }

    @Test
    void aSecondIsReadAndChosenInAChartByKeys() {
        open("");
        assertThat(said()).isEmpty();
        focus("figure[data-chart='operations'] .plot");
        BROWSER.press(Keys.END, Keys.ARROW_LEFT);
        assertThat(said()).matches("\\d+:\\d\\d: writes .+, reads .+");
        assertThat(moment()).as("nothing is chosen yet").isZero();

        BROWSER.press(Keys.ENTER);
        assertThat(moment())
                .isEqualTo(
                        recording.samples().get(recording.samples().size() - 2).t());
        BROWSER.press(Keys.HOME, " ");
        assertThat(moment()).isEqualTo(recording.samples().get(0).t());
        assertThat(BROWSER.text("play")).as("Space chose, and did not play").isEqualTo("Play");
    }

    @Test
    void aClickInAChartLeavesTheArrowsToThePage() {
        open("");
        BROWSER.click(BROWSER.css("figure[data-chart='operations'] .plot"), 0.5, 0.5);
        long chosen = moment();
        assertThat(chosen).isPositive();
        BROWSER.press(Keys.ARROW_RIGHT);
        assertThat(moment()).isBetween(chosen + 999, chosen + 1_001);
    }

    @Test
    void aFileThatIsChosenByKeyKeepsTheFocus() {
        open("?t=20");
        BROWSER.css("#files > summary").click();
        BROWSER.until("the files", page -> !page.all("#files tbody button").isEmpty());
        focus("#files tbody tr:nth-child(2) button");
        String file = focused();
        BROWSER.press(Keys.ENTER);
        assertThat(focused()).isEqualTo(file);
        assertThat(BROWSER.css("#files tr.chosen button").getText()).isEqualTo(file);
        BROWSER.press(Keys.ENTER);
        assertThat(focused()).isEqualTo(file);
        assertThat(BROWSER.all("#files tr.chosen")).isEmpty();

        focus("#files [data-sort='bytes']");
        BROWSER.press(Keys.ENTER);
        assertThat(focused()).isEqualTo("Size");
    }

    @Test
    void arrowsScrollWhatScrollsAndMoveTheScrubberBySeconds() {
        open("?t=20");
        focus("#happenings .moments");
        BROWSER.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.END, Keys.HOME);
        assertThat(moment()).isEqualTo(20_000);

        focus("#scrubber");
        BROWSER.press(Keys.ARROW_UP);
        assertThat(moment()).isEqualTo(21_000);
        BROWSER.press(Keys.ARROW_DOWN, Keys.PAGE_UP);
        assertThat(moment()).isEqualTo(30_000);
        BROWSER.press(Keys.PAGE_DOWN);
        assertThat(moment()).isEqualTo(20_000);
    }

    @Test
    void keysThatAreSwitchedOffStayOffOnTheNextPageAndButtonsWork() {
        open("?t=20");
        BROWSER.press("?");
        BROWSER.id("keys").click();
        BROWSER.press(Keys.ESCAPE);
        open("?t=20");
        BROWSER.script("document.activeElement.blur()");
        BROWSER.press("l", "]", "?", Keys.ARROW_RIGHT);
        assertThat(moment()).isEqualTo(20_000);
        assertThat(BROWSER.id("help").isDisplayed()).isFalse();
        focus("#scrubber");
        BROWSER.press(Keys.ARROW_RIGHT);
        assertThat(moment()).isEqualTo(21_000);
        focus("#play");
        BROWSER.press(" ");
        BROWSER.until("it plays", page -> moment() > 21_000);
        assertThat(BROWSER.text("play")).isEqualTo("Pause");

        BROWSER.css("[data-command='help']").click();
        BROWSER.id("keys").click();
        BROWSER.press(Keys.ESCAPE);
        BROWSER.script("document.activeElement.blur()");
        BROWSER.press(Keys.HOME, "?");
        assertThat(BROWSER.id("help").isDisplayed()).isTrue();
    }
}
