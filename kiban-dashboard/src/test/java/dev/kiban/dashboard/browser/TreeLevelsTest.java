package dev.kiban.dashboard.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** Traces of other stores, opened one after the other: the tree has as many levels as each says, and none is no error. */
@Tag("browser")
class TreeLevelsTest {

    @RegisterExtension
    static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    @Test
    void eachTraceHasItsOwnLevels() throws IOException {
        try (Site site = Site.start(directory.resolve("store"))) {
            BROWSER.open(site.page("/traces/local"));
            for (int levels : new int[] {16, 7, 0, 3}) {
                BROWSER.id("open").sendKeys(trace(levels).toString());
                BROWSER.until(
                        "trace of " + levels,
                        page -> page.text("title").equals("levels " + levels)
                                && page.all("#levels tbody tr").size() == levels);
                assertThat(BROWSER.id("view").isDisplayed()).isTrue();
                assertThat(BROWSER.all("#levels tbody th").stream()
                                .map(WebElement::getText)
                                .toList())
                        .as("levels of " + levels)
                        .isEqualTo(IntStream.range(0, levels)
                                .mapToObj(level -> "L" + level)
                                .toList());
            }
            BROWSER.open("about:blank");
        }
    }

    /** A recording that was cut; each level has one file, and so has one that the trace said there is not. */
    private Path trace(int levels) throws IOException {
        List<String> files = new ArrayList<>();
        for (int level = 0; level <= Math.min(15, levels); level++) {
            files.add("[%d,%d,0,1000,0,99,10,0,\"default\"]".formatted(level + 1, level));
        }
        String each = String.join(",", Collections.nCopies(levels, "[1,1000,0.5,2000]"));
        return Files.writeString(directory.resolve(levels + ".ndjson"), """
                {"k":"head","q":1,"format":"kiban-trace","v":1,"id":"r","title":"levels %d","engine":{"name":"r"},"levels":%d}
                {"k":"snap","q":2,"t":0,"version":1,"files":[%s]}
                {"k":"s","q":3,"t":0,"ops":1,"levels":[%s],"engine":"r","start":1}
                {"k":"s","q":4,"t":1000,"ops":2,"levels":[%s],"engine":"r","start":1}
                """.formatted(
                        levels, levels, String.join(",", files), each, each));
    }
}
