package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** Holds {@code docs/guarantees.md} to the tests: every promise names some, and every test that is named exists. */
class GuaranteesDocTest {

    private static final Path PAGE = Path.of("../docs/guarantees.md");
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+Test)#(\\w+)`");

    @Test
    void everyTestThatThePageNamesExists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (MatchResult name : names(Files.readString(PAGE))) {
            if (!isTest(name.group(1), name.group(2))) {
                missing.add(name.group());
            }
        }
        assertThat(missing).as("tests named in %s that do not exist", PAGE).isEmpty();
    }

    @Test
    void everyPromiseNamesATest() throws IOException {
        String promised = Files.readString(PAGE).split("\n## ", -1)[1];
        assertThat(promised).startsWith("Promised");
        String[] sections = promised.split("\n### ", -1);
        assertThat(sections).hasSizeGreaterThan(10);
        for (String section : Arrays.asList(sections).subList(1, sections.length)) {
            assertThat(names(section))
                    .as(section.lines().findFirst().orElse(""))
                    .isNotEmpty();
        }
    }

    @Test
    void aTestThatIsGoneWouldBeNoticed() throws IOException {
        assertThat(names("`GuaranteesDocTest#aTestThatIsGoneWouldBeNoticed`")).hasSize(1);
        assertThat(isTest("GuaranteesDocTest", "aTestThatIsGoneWouldBeNoticed")).isTrue();
        assertThat(isTest("GuaranteesDocTest", "names")).isFalse();
        assertThat(isTest("GoneTest", "anything")).isFalse();
    }

    private static List<MatchResult> names(String text) {
        return TEST_NAME.matcher(text).results().toList();
    }

    private static boolean isTest(String simpleName, String method) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(file -> file.endsWith(simpleName + ".java"))
                    .flatMap(file -> methods(TESTS.relativize(file)))
                    .anyMatch(each ->
                            each.getName().equals(method) && AnnotationSupport.isAnnotated(each, Testable.class));
        }
    }

    private static Stream<Method> methods(Path file) {
        try {
            Class<?> type =
                    Class.forName(file.toString().replaceAll("\\.java$", "").replaceAll("[/\\\\]", "."));
            return Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                    .flatMap(each -> Arrays.stream(each.getDeclaredMethods()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("a test class that was not compiled", e);
        }
    }
}
