package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A headless Chromium for the tests of a class. After each test it fails on any severe entry of the console, which violations of
 * the content security policy are too, unless the test took the entries away itself.
 *
 * <p>Where Chromium or its driver are missing, the tests are skipped and the reason is said; with {@code CI} set in the environment
 * they fail instead.
 */
final class Browser implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    static final List<String> THEMES = List.of("light", "dark");

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final List<String> FLAGS = List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private ChromeDriver driver;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Path chromium = find("chromium", "chromium-browser", "google-chrome");
        Path chromedriver = find("chromedriver");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments(FLAGS);
        options.addArguments("--user-data-dir=" + Files.createTempDirectory("kiban-browser"));
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.toFile())
                        .build(),
                options);
        size(1440);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(takeSevere()).isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (driver != null) {
            driver.quit();
        }
    }

    private static Path find(String... names) {
        for (String folder : System.getenv("PATH").split(":")) {
            for (String name : names) {
                Path file = Path.of(folder, name);
                if (Files.isExecutable(file)) {
                    return file;
                }
            }
        }
        String missing = "no browser tests: " + names[0] + " is not on the PATH (Debian: chromium and chromium-driver)";
        if (System.getenv("CI") != null) {
            throw new IllegalStateException(missing);
        }
        return abort(missing);
    }

    /** The severe entries of the console since the last call. */
    List<String> takeSevere() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Opens a page, with the pointer out of the way. */
    void open(String url) {
        new Actions(driver).moveToLocation(0, 0).perform();
        driver.get(url);
    }

    String url() {
        return String.valueOf(driver.getCurrentUrl());
    }

    /** What the system would ask for: {@code light} or {@code dark}. */
    void theme(String theme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    void size(int width) {
        size(width, 900);
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Runs a script in each page that is opened from now on, before those of the page. */
    void beforeEachPage(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    void online(boolean online) {
        driver.executeCdpCommand("Network.enable", Map.of());
        driver.executeCdpCommand(
                "Network.emulateNetworkConditions",
                Map.of("offline", !online, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
    }

    WebElement id(String id) {
        return driver.findElement(By.id(id));
    }

    WebElement css(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    String text(String id) {
        return id(id).getText();
    }

    /** The value of a script's {@code return}. */
    Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** What a script hands to its last argument, a function. */
    Object later(String script, Object... arguments) {
        driver.manage().timeouts().scriptTimeout(DEADLINE);
        return driver.executeAsyncScript(script, arguments);
    }

    /** Waits for a condition of the page. */
    <T> T until(String what, Function<Browser, T> condition) {
        return new WebDriverWait(driver, DEADLINE, Duration.ofMillis(20))
                .withMessage(what)
                .ignoring(org.openqa.selenium.WebDriverException.class)
                .until(ignored -> condition.apply(this));
    }

    /** Keys, to whatever has the focus. */
    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    void pressWithShift(Keys key) {
        new Actions(driver).keyDown(Keys.SHIFT).sendKeys(key).keyUp(Keys.SHIFT).perform();
    }

    /** A click, as parts of the element's width and height from its left upper corner. */
    void click(WebElement element, double x, double y) {
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
        int right = (int) Math.round((x - 0.5) * element.getSize().getWidth());
        int down = (int) Math.round((y - 0.5) * element.getSize().getHeight());
        new Actions(driver).moveToElement(element, right, down).click().perform();
    }

    /** A picture of the whole page, or of what is seen of it. */
    void picture(Path file, boolean whole) {
        try {
            Files.createDirectories(file.getParent());
            if (whole) {
                Number height = (Number) script("return document.documentElement.scrollHeight");
                Number width = (Number) script("return innerWidth");
                size(width.intValue(), height.intValue());
                // Two frames later everything that the size changes is drawn.
                later("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(0)))");
            }
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of a text, for comparisons that say what differs. */
    static List<String> lines(String text) {
        return Arrays.asList(text.split("\n"));
    }
}
