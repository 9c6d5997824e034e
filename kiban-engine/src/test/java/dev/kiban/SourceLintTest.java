package dev.kiban;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the engine's sources to rules that the compiler cannot check. A rule reads files as text, with comments and
 * literals blanked where it is about code, and its failure names file, line and what to do instead. Every rule is first
 * shown a snippet that breaks it, because a lint that matches nothing passes for ever. A file that must break a rule is
 * named where the rule says where it applies, with the reason in a comment; such names stay few.
 */
class SourceLintTest {

    private static final Path MAIN = Path.of("src/main/java");
    private static final List<Source> SOURCES = Source.all();
    private static final String FS = "dev/kiban/internal/fs/";
    private static final int MOST_LINES = 600;

    @Test
    void onlyFsTouchesFiles() {
        Rule rule = code("\\b(FileChannel|RandomAccessFile|File(In|Out)putStream|Files(\\.|::)|new\\s+File\\b)")
                .in(outside(FS));
        catches(rule, "FileChannel.open(path);", "RandomAccessFile file;", "Files.delete(path);", "Files::size");
        holds(rule, "go through a FileSystem of " + FS);
    }

    @Test
    void onlyFsReadsTheClock() {
        Rule rule = code("\\b(System(\\.|::)(currentTimeMillis|nanoTime)|Instant(\\.|::)now|Clock\\.system)")
                .in(outside(FS));
        catches(rule, "long start = System.nanoTime();", "this.now = System::currentTimeMillis;", "Instant.now()");
        holds(rule, "take the time from " + FS);
    }

    @Test
    void onlyFsMakesRandomNumbers() {
        Rule rule = code("\\b(new\\s+Random|(ThreadLocal|Splittable|Secure)Random|Math(\\.|::)random|randomUUID)\\b")
                .in(outside(FS));
        catches(rule, "new Random(1)", "ThreadLocalRandom.current()", "SplittableRandom r;", "Math::random");
        holds(rule, "take randomness from " + FS + ", where a test can give the seed");
    }

    @Test
    void nothingReachesBelowTheLanguage() {
        Rule rule = code("\\b(sun\\.misc|jdk\\.internal|finalize\\s*\\()");
        catches(rule, "import sun.misc.Unsafe;", "protected void finalize() {}");
        holds(rule, "use a supported API: VarHandle, Cleaner, close()");
    }

    @Test
    void nothingSleeps() {
        Rule rule = code("\\bThread(\\.|::)sleep\\b");
        catches(rule, "Thread.sleep(10);");
        holds(rule, "wait on a condition with a deadline");
    }

    @Test
    void nothingPrints() {
        Rule rule = code("\\b(System\\.(out|err)|printStackTrace)\\b");
        catches(rule, "System.out.println();", "System.err.flush();", "e.printStackTrace();");
        holds(rule, "throw, or tell the KibanListener");
    }

    @Test
    void nothingIsKeptPerThread() {
        Rule rule = code("\\b(Inheritable)?ThreadLocal\\b");
        catches(rule, "ThreadLocal<byte[]> scratch;");
        holds(rule, "stripe it, or let the caller carry it");
    }

    @Test
    void commentsPromiseNoLaterWork() {
        Rule rule = text("\\b(TODO|FIXME|XXX|HACK)\\b");
        catches(rule, "// TODO: sync", "/* FIXME */", "// XXX", "// HACK");
        holds(rule, "do it now, or file an issue and delete the comment");
    }

    @Test
    void namesSayWhatATypeIs() {
        Rule rule = sources -> sources.stream()
                .filter(s -> s.path.matches(".*(Utils?|Helpers?|Manager)\\.java"))
                .map(s -> s.path + ":1");
        catches(rule, new Source("dev/kiban/ByteUtil.java", ""), new Source("dev/kiban/FileManager.java", ""));
        holds(rule, "name it after what it does, and move what does not belong");
    }

    @Test
    void filesStayReadable() {
        Rule rule = sources -> sources.stream()
                .filter(s -> s.text.lines().count() > MOST_LINES)
                .map(s -> s.path + ":" + (MOST_LINES + 1));
        catches(rule, "\n".repeat(MOST_LINES + 1));
        holds(rule, "find the second thing in the file and move it out");
    }

    @Test
    void internalsDoNotKnowThePublicFace() {
        Rule rule = code("\\bdev\\.kiban\\.(Kiban\\b|Keyspace\\b|\\*)").in(path -> path.contains("/internal/"));
        catches(rule, "import dev.kiban.Kiban;", "import dev.kiban.*;", "dev.kiban.Keyspace sessions;");
        holds(rule, "turn the dependency round: pass in what is needed");
    }

    @Test
    void packagesAreNullMarked() {
        Rule rule = sources -> {
            var packages = sources.stream().filter(s -> s.path.contains("/")).collect(groupingBy(Source::folder));
            return packages.entrySet().stream()
                    .filter(e -> e.getValue().stream().noneMatch(Source::marksNulls))
                    .map(e -> e.getKey() + "package-info.java:1");
        };
        catches(rule, new Source("dev/kiban/A.java", ""), new Source("dev/kiban/package-info.java", "// @NullMarked"));
        holds(rule, "write a package-info.java that carries @NullMarked");
    }

    @Test
    void typesExplainThemselves() {
        // The formatter puts top-level declarations, and nothing that looks like one, at the start of a line.
        String type = "(?m)^((public|abstract|final|sealed|non-sealed) )*(class|@?interface|record|enum) ";
        Pattern earlier = Pattern.compile(type + "|^package|^import|^\\}");
        Rule rule = sources -> sources.stream()
                .flatMap(s -> Pattern.compile(type)
                        .matcher(s.code)
                        .results()
                        .map(MatchResult::start)
                        .filter(start -> !s.text.substring(lastMatch(earlier, s.code, start), start)
                                .contains("/**"))
                        .map(s::at));
        catches(
                rule,
                "package a;\n\n@Deprecated\nfinal class A {}",
                "// A.\nenum A {}",
                "/** A. */\nrecord A() {}\n\nenum B {}");
        holds(rule, "say purpose, invariants and thread safety in a comment before the type");
    }

    private static int lastMatch(Pattern pattern, String text, int end) {
        return pattern.matcher(text.substring(0, end))
                .results()
                .mapToInt(MatchResult::start)
                .max()
                .orElse(0);
    }

    @Test
    void commentsAndLiteralsAreNotCode() {
        Rule rule = code("sleep");
        String harmless = "/* sleep */ \"sleep \\\" sleep\" '\"' // sleep\n\"\"\"\nsleep\"\"\"";
        assertThat(rule.violations(List.of(new Source("A.java", harmless)))).isEmpty();
        assertThat(rule.violations(List.of(new Source("A.java", harmless + "\nsleep"))))
                .containsExactly("A.java:4");
    }

    private static void catches(Rule rule, String... snippets) {
        for (String snippet : snippets) {
            catches(rule, new Source("dev/kiban/internal/wal/A.java", snippet));
        }
    }

    private static void catches(Rule rule, Source... bad) {
        for (Source source : bad) {
            assertThat(rule.violations(List.of(source)))
                    .as("caught in %s", source)
                    .isNotEmpty();
        }
    }

    private static void holds(Rule rule, String advice) {
        assertThat(rule.violations(SOURCES)).as(advice).isEmpty();
    }

    /** Finds the violations, each as file:line, among all the sources it is given. */
    private interface Rule {

        Stream<String> find(List<Source> sources);

        /** The same rule for the files with these paths alone. */
        default Rule in(Predicate<String> paths) {
            return sources ->
                    find(sources.stream().filter(s -> paths.test(s.path)).toList());
        }

        default List<String> violations(List<Source> sources) {
            return find(sources).toList();
        }
    }

    private static Rule code(String forbidden) {
        return matches(Source::code, forbidden);
    }

    private static Rule text(String forbidden) {
        return matches(Source::text, forbidden);
    }

    private static Rule matches(Function<Source, String> view, String forbidden) {
        Pattern pattern = Pattern.compile(forbidden);
        return sources -> sources.stream()
                .flatMap(s -> pattern.matcher(view.apply(s)).results().map(m -> s.at(m.start())));
    }

    private static Predicate<String> outside(String... prefixes) {
        return path -> Stream.of(prefixes).noneMatch(path::startsWith);
    }

    /** One source file: its text, and its code, which is the text with comments and literals turned into blanks. */
    private record Source(String path, String text, String code) {

        private static final Pattern NOT_CODE = Pattern.compile(String.join(
                "|",
                "//[^\n]*",
                "/\\*(?s:.*?)\\*/",
                "\"{3}(?s:.*?)\"{3}",
                "\"(?:[^\"\\\\\n]++|\\\\.)*+\"",
                "'(?:[^'\\\\\n]++|\\\\.)*+'"));

        Source(String path, String text) {
            this(path, text, NOT_CODE.matcher(text).replaceAll(m -> m.group().replaceAll("[^\n]", " ")));
        }

        static List<Source> all() {
            try (Stream<Path> files = Files.walk(MAIN)) {
                return files.filter(f -> f.toString().endsWith(".java"))
                        .map(f -> new Source(MAIN.relativize(f).toString().replace('\\', '/'), read(f)))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String at(int offset) {
            return path + ":" + text.substring(0, offset).split("\n", -1).length;
        }

        String folder() {
            return path.substring(0, path.lastIndexOf('/') + 1);
        }

        boolean marksNulls() {
            return path.endsWith("package-info.java") && code.contains("@NullMarked");
        }
    }
}
