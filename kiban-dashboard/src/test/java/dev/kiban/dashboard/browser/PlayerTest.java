package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The player on the run that is shipped. Whatever it shows is compared with what the engine's own reader finds in the trace. */
@Tag("browser")
class PlayerTest {

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

    private void open(String query) {
        BROWSER.open(site.page("/traces/" + Recording.ID + query));
        BROWSER.until("the run", page -> page.id("view").isDisplayed());
    }

    @Test
    void playsPausesAndNeverPlaysByItself() {
        open("");
        frames(10);
        assertThat(moment()).isZero();

        BROWSER.press(" ");
        BROWSER.until("two seconds played", page -> moment() > 2_000);
        assertThat(BROWSER.text("play")).isEqualTo("Pause");
        BROWSER.press("k");
        long stopped = moment();
        frames(10);
        assertThat(moment()).isEqualTo(stopped);
        assertThat(BROWSER.text("play")).isEqualTo("Play");
        agrees(stopped);
    }

    @Test
    void playsToTheEndAndThenFromTheBeginning() {
        open("?speed=300");
        BROWSER.id("play").click();
        BROWSER.until("the end", page -> moment() == recording.duration());
        BROWSER.until("a pause", page -> page.text("play").equals("Play"));
        agrees(recording.duration());

        BROWSER.press(Keys.HOME);
        assertThat(moment()).isZero();
    }

    @Test
    void keysGoToTheSecondTheyName() {
        open("");
        BROWSER.press(Keys.ARROW_RIGHT);
        assertThat(moment()).isEqualTo(1_000);
        agrees(1_000);
        BROWSER.pressWithShift(Keys.ARROW_RIGHT);
        assertThat(moment()).isEqualTo(11_000);
        agrees(11_000);
        BROWSER.press(Keys.ARROW_LEFT);
        assertThat(moment()).isEqualTo(10_000);
        agrees(10_000);
        BROWSER.pressWithShift(Keys.ARROW_LEFT);
        assertThat(moment()).isZero();
        BROWSER.press("l");
        long minute = Math.min(60_000, recording.duration());
        assertThat(moment()).isEqualTo(minute);
        BROWSER.press("j");
        assertThat(moment()).isZero();
        BROWSER.press(Keys.END);
        assertThat(moment()).isEqualTo(recording.duration());
        BROWSER.press(Keys.ARROW_RIGHT);
        assertThat(moment()).isEqualTo(recording.duration());
    }

    @Test
    void bracketsGoFromEventToEvent() {
        List<Long> moments = recording.moments().stream().distinct().toList();
        assertThat(moments).hasSizeGreaterThan(2);
        open("");
        long first = moments.get(0) == 0 ? moments.get(1) : moments.get(0);
        BROWSER.press("]");
        assertThat(moment()).isEqualTo(first);
        BROWSER.press("]");
        assertThat(moment()).isEqualTo(moments.get(moments.indexOf(first) + 1));
        BROWSER.press("[");
        assertThat(moment()).isEqualTo(first);
        BROWSER.press(Keys.END, "[");
        assertThat(moment())
                .isEqualTo(moments.stream()
                        .filter(t -> t < recording.duration())
                        .reduce((a, b) -> b)
                        .orElseThrow());
    }

    @Test
    void theScrubberGoesToTheSecondUnderThePointerForwardsAndBackwards() {
        open("");
        for (double place : new double[] {0.25, 0.8, 0.5, 0.1, 0.97}) {
            BROWSER.click(BROWSER.id("scrubber"), place, 0.5);
            assertThat(moment()).isBetween((long) ((place - 0.02) * recording.duration()), (long)
                    ((place + 0.02) * recording.duration()));
            agrees(moment());
        }
    }

    @Test
    void anyMomentIsExactInAnyOrder() {
        long seed = Long.getLong("kiban.seed", 20261201);
        SplittableRandom random = new SplittableRandom(seed);
        open("");
        BROWSER.css("#files > summary").click();
        for (int i = 0; i < 40; i++) {
            long t = random.nextLong(recording.duration() + 1);
            BROWSER.script(
                    "const range = document.getElementById('scrubber'); range.value = arguments[0];"
                            + "range.dispatchEvent(new Event('input'))",
                    t);
            assertThat(moment()).as("seed %d", seed).isEqualTo(t);
            assertThat(levelBytes()).as("seed %d, at %d ms", seed, t).isEqualTo(recording.levelBytes(t));
            assertThat(files()).as("seed %d, at %d ms", seed, t).isEqualTo(recording.files(t));
        }
    }

    @Test
    void aLinkLeadsToItsSecondAndSpeed() {
        open("?t=12.5&speed=30");
        assertThat(moment()).isEqualTo(12_500);
        assertThat(BROWSER.id("speed").getAttribute("value")).isEqualTo("30");
        agrees(12_500);
        BROWSER.press(Keys.ARROW_RIGHT, "-");
        BROWSER.until(
                "both in the address",
                page -> page.url().contains("t=13.5") && page.url().contains("speed=10"));
    }

    @Test
    void aSecondChosenInAChartIsShown() {
        open("");
        BROWSER.click(BROWSER.css("figure[data-chart='operations'] .plot"), 0.6, 0.5);
        assertThat(moment()).isBetween(recording.duration() / 3, recording.duration() * 4 / 5);
        agrees(moment());
    }

    @Test
    void keysOfAFieldStayWithTheField() {
        open("?t=5");
        BROWSER.id("speed").sendKeys("3");
        BROWSER.id("speed").sendKeys(Keys.HOME);
        assertThat(moment()).isEqualTo(5_000);
        BROWSER.script("document.getElementById('scrubber').focus()");
        BROWSER.press(Keys.ARROW_RIGHT);
        assertThat(moment()).isEqualTo(6_000);
        assertThat(BROWSER.id("scrubber").getAttribute("aria-valuetext")).startsWith("6 seconds of ");
    }

    @Test
    void helpListsTheKeysAndTakesThemMeanwhile() {
        open("");
        BROWSER.press("?");
        BROWSER.until("the list", page -> page.id("help").isDisplayed());
        BROWSER.press("l");
        assertThat(moment()).isZero();
        BROWSER.press(Keys.ESCAPE);
        BROWSER.until("no list", page -> !page.id("help").isDisplayed());
        BROWSER.press("l");
        assertThat(moment()).isPositive();
    }

    @Test
    void theHeadNamesWhatRecordedIt() {
        open("");
        String facts = BROWSER.text("facts");
        assertThat(facts).contains(recording.head().engine().commit().substring(0, 12));
        assertThat(BROWSER.text("title")).isEqualTo("10,000,000 random writes");
        assertThat(recording.samples().get(recording.samples().size() - 1).ops())
                .isEqualTo(10_000_000);
    }

    private static long moment() {
        return Long.parseLong((String) BROWSER.script("return document.body.dataset.t"));
    }

    /** Lets the browser draw that many frames. */
    private static void frames(int count) {
        BROWSER.later(
                "const done = arguments[1]; let left = arguments[0];"
                        + "const next = () => left-- > 0 ? requestAnimationFrame(next) : done(0); next()",
                count);
    }

    private static void agrees(long t) {
        assertThat(levelBytes()).as("at %d ms", t).isEqualTo(recording.levelBytes(t));
    }

    private static List<Long> levelBytes() {
        return BROWSER.all("#levels [data-column='bytes'] data").stream()
                .map(cell -> Long.valueOf(cell.getAttribute("value")))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Set<Long> files() {
        return new TreeSet<>(((List<String>) BROWSER.script(
                        "return [...document.querySelectorAll('#files tbody button')].map(b => b.textContent)"))
                .stream().map(Long::valueOf).toList());
    }
}
