package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.event.TableInfo;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The engines page and the live page of an engine, on a real engine. */
@Tag("browser")
class LivePageTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    private Site site;

    @BeforeEach
    void start() {
        site = Site.start(directory);
    }

    @AfterEach
    void stop() {
        BROWSER.open("about:blank"); // so that nothing asks an application that is gone
        site.close();
    }

    @Test
    void followsALoad() {
        BROWSER.open(site.page("/engines/memories"));
        BROWSER.until("the first sample", page -> page.id("view").isDisplayed());
        assertThat(BROWSER.text("state")).isEqualTo("Open");
        assertThat(BROWSER.text("write-state")).isEqualTo("Free");
        try (Load load = new Load(site.engine())) {
            BROWSER.until("writes in the tile", page -> perSecond(page.text("writes")) > 100);
            BROWSER.until("reads in the tile", page -> perSecond(page.text("reads")) > 0);
            BROWSER.until("files in L1 in the table", page -> cell(page, 1, "files") > 0);
            BROWSER.until("files in L2 in the table", page -> cell(page, 2, "files") > 0);
            BROWSER.until(
                    "a sentence below the chart",
                    page -> page.text("operations-summary").contains("/s, at "));
        }
        BROWSER.until("no writes after the load", page -> page.text("writes").equals("0/s"));
    }

    @Test
    void showsTheSameFilesAsTheEngineHas() {
        try (Load load = new Load(site.engine())) {
            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("files in L1", page -> cell(page, 1, "files") > 0);
        }
        settle();
        BROWSER.css("#files > summary").click();
        BROWSER.until("the engine's files", this::showsTheFiles);
    }

    @Test
    void aChosenFileAndTheWindowStayInTheAddress() {
        try (Load load = new Load(site.engine())) {
            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("files in L1", page -> cell(page, 1, "files") > 0);
        }
        settle();
        BROWSER.css("#window button[value='15']").click();
        BROWSER.css("#files > summary").click();
        BROWSER.until("the engine's files", this::showsTheFiles);
        WebElement file = BROWSER.css("#files tbody button");
        String number = file.getText();
        file.click();
        BROWSER.until(
                "both in the address",
                page -> page.url().contains("minutes=15") && page.url().contains("file=" + number));

        BROWSER.open(BROWSER.url());
        BROWSER.until(
                "the chosen file in words",
                page -> page.text("file").replace("\n", " ").startsWith("file " + number + " "));
        assertThat(BROWSER.css("#window button[value='15']").getAttribute("aria-pressed"))
                .isEqualTo("true");
    }

    @Test
    void aSecondThatWasChosenInAChartIsHeldAndLinked() {
        try (Load load = new Load(site.engine())) {
            BROWSER.open(site.page("/engines/memories?minutes=1"));
            BROWSER.until("files in L1", page -> cell(page, 1, "files") > 0);
            BROWSER.click(BROWSER.css("figure[data-chart='operations'] .plot"), 0.95, 0.5);
            BROWSER.until("the moment in the address", page -> page.url().contains("at="));
            assertThat(BROWSER.text("follow")).isEqualTo("Follow");
            String when = BROWSER.text("when");
            String bytes =
                    BROWSER.css("tr[data-level='1'] [data-column='bytes']").getText();

            BROWSER.open(BROWSER.url());
            BROWSER.until("the same moment", page -> page.text("when").equals(when));
            assertThat(BROWSER.css("tr[data-level='1'] [data-column='bytes']").getText())
                    .isEqualTo(bytes);

            BROWSER.id("follow").click();
            BROWSER.until("a later moment", page -> page.text("when").compareTo(when) > 0);
            assertThat(BROWSER.text("follow")).isEqualTo("Hold");
        }
    }

    @Test
    void keysHoldTheLastSecondAndGoBackSecondBySecond() {
        try (Load load = new Load(site.engine())) {
            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("the first sample", page -> page.id("view").isDisplayed());
            LocalTime first = LocalTime.parse(BROWSER.text("when"));
            BROWSER.until(
                    "some seconds to go back",
                    page -> LocalTime.parse(page.text("when")).isAfter(first.plusSeconds(4)));
            BROWSER.press("c");
            assertThat(BROWSER.text("follow")).isEqualTo("Follow");
            LocalTime held = LocalTime.parse(BROWSER.text("when"));
            BROWSER.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_RIGHT);
            assertThat(LocalTime.parse(BROWSER.text("when"))).isEqualTo(held.minusSeconds(2));
            BROWSER.press("c");
            BROWSER.until(
                    "a later second", page -> LocalTime.parse(page.text("when")).isAfter(held));
        }
    }

    @Test
    void saysThatItIsStaleWhileNoAnswerComesAndThenGoesOn() {
        BROWSER.open(site.page("/engines/memories"));
        BROWSER.until("the first sample", page -> page.id("view").isDisplayed());
        BROWSER.online(false);
        try {
            BROWSER.until("the notice", page -> page.text("notice").startsWith("No answer now"));
            assertThat(BROWSER.id("view").isDisplayed()).isTrue();
        } finally {
            BROWSER.online(true);
        }
        String when = BROWSER.text("when");
        BROWSER.until("the notice is gone", page -> !page.id("notice").isDisplayed());
        BROWSER.until("a later moment", page -> page.text("when").compareTo(when) > 0);
        assertThat(BROWSER.takeSevere()).allMatch(entry -> entry.contains("ERR_INTERNET_DISCONNECTED"));
    }

    @Test
    void saysThatTheEngineWasClosedAndKeepsItsLastHour() {
        try (Load load = new Load(site.engine())) {
            BROWSER.open(site.page("/engines/memories"));
            BROWSER.until("files in L1", page -> cell(page, 1, "files") > 0);
        }
        site.engine().close();
        BROWSER.until("the notice", page -> page.text("notice").startsWith("The engine was closed"));
        assertThat(BROWSER.text("state")).isEqualTo("Closed");
        assertThat(cell(BROWSER, 1, "files")).isPositive();

        BROWSER.open(site.page(""));
        BROWSER.until(
                "the card's state", page -> page.css(".card .state").getText().equals("Closed"));
    }

    @Test
    void aLinkToASecondThatIsNoLongerHeldShowsTheOldestAndSaysSo() {
        for (String at : List.of("1", "0", "1700000000000")) {
            BROWSER.open(site.page("/engines/memories?at=" + at));
            BROWSER.until("the notice", page -> page.text("notice").startsWith("The second of this link"));
            assertThat(BROWSER.text("follow")).isEqualTo("Follow");
        }
        for (String at : List.of("-1e300", "1e300", "-1", "nonsense")) {
            BROWSER.open(site.page("/engines/memories?at=" + at));
            BROWSER.until("the first sample", page -> page.id("view").isDisplayed());
            assertThat(BROWSER.text("follow")).isEqualTo("Hold");
        }
    }

    @Test
    void theEnginesPageFollowsEachEngine() {
        BROWSER.open(site.page(""));
        try (Load load = new Load(site.engine())) {
            BROWSER.until(
                    "writes on the card",
                    page -> perSecond(page.css("[data-engine='memories'] [data-fact='writes']")
                                    .getText())
                            > 100);
            assertThat(BROWSER.css("[data-engine='memories'] .state").getText()).isEqualTo("Open");
            assertThat(BROWSER.css("[data-engine='memories'] [data-fact='l0']").getText())
                    .matches("\\d+ of \\d+");
        }
        BROWSER.css(".card a").click();
        BROWSER.until("the live page", page -> page.url().endsWith("/kiban/engines/memories"));
    }

    @Test
    void theThemeThatWasChosenHoldsOnTheNextPage() {
        BROWSER.theme("light");
        BROWSER.open(site.page(""));
        assertThat(theme()).isEqualTo("light");
        BROWSER.id("theme").click();
        assertThat(theme()).isEqualTo("dark");
        BROWSER.open(site.page("/traces"));
        assertThat(theme()).isEqualTo("dark");
        BROWSER.id("theme").click();
        assertThat(theme()).isEqualTo("light");
        BROWSER.script("localStorage.clear()");
        BROWSER.theme("dark");
        BROWSER.until("the system's theme", page -> theme().equals("dark"));
        BROWSER.theme("light");
    }

    private void settle() {
        site.engine().flush();
        BROWSER.until("an idle engine", page -> site.isQuiet());
    }

    private boolean showsTheFiles(Browser page) {
        List<Long> shown = page.all("#files tbody button").stream()
                .map(button -> Long.valueOf(button.getText()))
                .sorted()
                .toList();
        List<Long> real = site.engine().tables().tables().stream()
                .map(TableInfo::number)
                .sorted()
                .toList();
        return shown.equals(real) && !real.isEmpty();
    }

    private static Object theme() {
        return BROWSER.script("return document.documentElement.dataset.theme");
    }

    static long cell(Browser page, int level, String column) {
        return Long.parseLong(page.css("tr[data-level='" + level + "'] [data-column='" + column + "'] data")
                .getAttribute("value"));
    }

    /** "1,234/s" and "1.23 k/s" as numbers; NaN before the first rate is known. */
    private static double perSecond(String text) {
        if (text.equals("–")) {
            return Double.NaN;
        }
        String[] parts = text.replace("/s", "").replace(",", "").split(" ");
        double value = Double.parseDouble(parts[0]);
        return parts.length == 1 ? value : value * (parts[1].equals("k") ? 1e3 : 1e6);
    }
}
