package dev.kiban;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Holds {@code docs/options.md} to the options as they are: the page is rendered from them, and every range on it is tried out.
 * {@code -Dkiban.write-docs=true} writes the page.
 */
class OptionsDocTest {

    private static final Path PAGE = Path.of("../docs/options.md");
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;
    private static final long TIB = 1024 * GIB;

    private static final String HEAD = """
            # Options

            Written by `OptionsDocTest` from the options themselves. `KibanOptions.builder()` has a method of each name; with the
            [Spring Boot starter](../kiban-spring-boot-starter/README.md) the property of the second column sets the same option,
            in Spring's notation (`64KB` is 64 KiB here). An option that is set by hand overrides its profile, and that the default.
            A value out of range throws `InvalidOptionException` from the builder. The options of an open store cannot be changed,
            but the same store may be opened with others each time.

            | option | property | default | range | what it changes |
            |---|---|---|---|---|
            """;

    private static final String TAIL = """

            Beside these, `listener(…)` adds a `KibanListener`, and `resources(…)` lets several stores share one block cache and
            the maintenance threads of a `KibanResources`; `cacheSize` is then set there and refused here.

            `build()` refuses what contradicts itself: `l0SlowdownFiles` below `l0CompactionFiles`, `l0StopFiles` not above
            `l0SlowdownFiles`, `pendingStopSize` not above `pendingSlowdownSize`. A `cacheSize` above what direct buffers may take
            (`-XX:MaxDirectMemorySize`, else the heap's limit) is refused when the store is opened.

            ## Profiles

            A profile presets these options; all others keep their defaults.

            | profile | sets |
            |---|---|
            """;

    private static final List<Row> ROWS = List.of(
            new Row("profile", "a preset for everything that is not set by hand; see below"),
            new Row("name", "the store's name in meters and traces")
                    .within("1 to 64 letters, digits, `.`, `-`, `_`", "a", "n".repeat(64), "", "n".repeat(65)),
            new Row("durability", "what a write survives whose call names no durability; see the README"),
            new Row("cacheSize", "the off-heap block cache; 0 switches it off and every block is read from its file")
                    .within(0L, TIB)
                    .byDefault("an eighth of what direct buffers may take, at most 512 MiB"),
            new Row(
                            "memtableSize",
                            "memory at which the active memtable is sealed and flushed; a larger one makes fewer, larger L0"
                                    + " files and a longer replay after a crash")
                    .within(64 * KIB, GIB)
                    .byDefault("a sixteenth of the heap, 4 MiB to 32 MiB"),
            new Row(
                            "maxSealedMemtables",
                            "sealed memtables at which writers stop until one is flushed; one short of it they are slowed a little")
                    .within(1, 16),
            new Row(
                            "blockSize",
                            "target of a table's blocks before compression: the least that a read takes from a file")
                    .within(1024, 65_536),
            new Row("compression", "how blocks of tables from `compressionFromLevel` down are stored"),
            new Row("compressionFromLevel", "the first level whose tables are compressed").within(0, 6),
            new Row(
                            "filterBitsPerKey",
                            "size of the tables' filters, which spare block reads for absent keys; 0: no filters")
                    .within(0, 32),
            new Row("tableSize", "target of a table that compaction writes").within(64 * KIB, GIB),
            new Row("levelBaseSize", "target of L1").within(64 * KIB, TIB),
            new Row(
                            "levelMultiplier",
                            "how many times larger the target of each level below L1 is than that of the one above")
                    .within(2, 100),
            new Row("l0CompactionFiles", "files in L0 at which they are compacted into L1").within(1, 1_000),
            new Row("l0SlowdownFiles", "files in L0 from which writers are slowed").within(1, 10_000),
            new Row("l0StopFiles", "files in L0 at which writers stop").within(2, 10_000),
            new Row("pendingSlowdownSize", "bytes waiting for compaction from which writers are slowed")
                    .within(MIB, 1024 * TIB),
            new Row("pendingStopSize", "bytes waiting for compaction at which writers stop").within(MIB, 1024 * TIB),
            new Row(
                            "minFreeDisk",
                            "free space of the volume below which writes are refused with `DiskFullException`; below twice as much"
                                    + " writers are slowed")
                    .within(0L, TIB),
            new Row(
                            "maxWriteWait",
                            "how long a write waits for maintenance before it fails with `WriteStalledException`")
                    .within(Duration.ZERO, Duration.ofDays(1)),
            new Row("lockTimeout", "how long opening waits for another engine to give the directory up")
                    .within(Duration.ZERO, Duration.ofHours(1)),
            new Row("closeTimeout", "how long closing waits for calls in flight")
                    .within(Duration.ZERO, Duration.ofHours(1)),
            new Row("keyVisibility", "how much of a key endpoint and traces may show; values are never shown"));

    /**
     * What the options cannot say of themselves.
     *
     * @param range as on the page; empty for the names of an enum
     * @param allowed the first and last values allowed
     * @param refused values just out of range
     * @param byDefault empty when the default is the same everywhere
     */
    private record Row(
            String name, String effect, String range, List<Object> allowed, List<Object> refused, String byDefault) {

        Row(String name, String effect) {
            this(name, effect, "", List.of(), List.of(), "");
        }

        Row within(int least, int most) {
            boolean bytes = name.equals("blockSize");
            String range = bytes ? bytes(least) + " to " + bytes(most) : count(least) + " to " + count(most);
            return new Row(
                    name, effect, range, List.of(least, most), List.of(Math.addExact(least, -1), most + 1), byDefault);
        }

        Row within(long least, long most) {
            String range = bytes(least) + " to " + bytes(most);
            return new Row(name, effect, range, List.of(least, most), List.of(least - 1, most + 1), byDefault);
        }

        Row within(Duration least, Duration most) {
            String range = time(least) + " to " + time(most);
            return new Row(
                    name,
                    effect,
                    range,
                    List.of(least, most),
                    List.of(least.minusNanos(1), most.plusNanos(1)),
                    byDefault);
        }

        Row within(String range, String least, String most, String tooLittle, String tooMuch) {
            return new Row(name, effect, range, List.of(least, most), List.of(tooLittle, tooMuch), byDefault);
        }

        Row byDefault(String text) {
            return new Row(name, effect, range, allowed, refused, text);
        }
    }

    @Test
    void everyOptionHasOneRowInTheOrderOfTheOptions() {
        assertThat(ROWS.stream().map(Row::name))
                .containsExactlyElementsOf(KibanOptions.defaults().values().stream()
                        .map(OptionValue::name)
                        .toList());
    }

    @Test
    void rangesAreThoseThatTheBuilderHoldsTo() {
        for (Row row : ROWS) {
            for (Object value : row.allowed()) {
                set(row.name(), value);
            }
            for (Object value : row.refused()) {
                assertThatThrownBy(() -> set(row.name(), value))
                        .as("%s = %s", row.name(), value)
                        .isInstanceOf(InvalidOptionException.class)
                        .hasMessageContaining(row.name());
            }
        }
    }

    @Test
    void thePageIsWhatTheOptionsRenderTo() throws IOException {
        String rendered = render();
        if (Boolean.getBoolean("kiban.write-docs")) {
            Files.writeString(PAGE, rendered);
        }
        assertThat(Files.readString(PAGE))
                .as("mvn test -pl kiban-engine -Dtest=OptionsDocTest -Dkiban.write-docs=true writes the page anew")
                .isEqualTo(rendered);
    }

    private static String render() {
        List<OptionValue> defaults = KibanOptions.defaults().values();
        StringBuilder page = new StringBuilder(HEAD);
        for (int i = 0; i < ROWS.size(); i++) {
            Row row = ROWS.get(i);
            Object value = defaults.get(i).value();
            page.append("| `" + row.name() + "` | `kiban." + property(row.name()) + "` | "
                    + (row.byDefault().isEmpty() ? text(row.name(), value) : row.byDefault()) + " | "
                    + (row.range().isEmpty() ? names(value) : row.range()) + " | " + row.effect() + " |\n");
        }
        page.append(TAIL);
        for (Profile profile : Profile.values()) {
            String preset = KibanOptions.builder().profile(profile).build().values().stream()
                    .filter(value -> value.origin() == OptionValue.Origin.PROFILE)
                    .map(value -> "`" + value.name() + "` = " + text(value.name(), value.value()))
                    .collect(joining(", "));
            page.append("| `" + profile + "` | " + (preset.isEmpty() ? "nothing" : preset) + " |\n");
        }
        return page.toString();
    }

    private static void set(String option, Object value) {
        Method setter = Arrays.stream(KibanOptions.Builder.class.getMethods())
                .filter(method -> method.getName().equals(option))
                .findFirst()
                .orElseThrow();
        try {
            setter.invoke(KibanOptions.builder(), value);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException refusal ? refusal : new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String property(String option) {
        return option.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static String text(String option, Object value) {
        if (value instanceof Duration duration) {
            return time(duration);
        }
        if (value instanceof Number number) {
            boolean bytes = option.endsWith("Size") || option.equals("minFreeDisk");
            return bytes ? bytes(number.longValue()) : count(number.longValue());
        }
        return "`" + value + "`";
    }

    private static String names(Object value) {
        return Arrays.stream(((Enum<?>) value).getDeclaringClass().getEnumConstants())
                .map(constant -> "`" + constant + "`")
                .collect(joining(", "));
    }

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String bytes(long value) {
        String[] units = {"", " KiB", " MiB", " GiB", " TiB", " PiB"};
        int unit = 0;
        long shown = value;
        while (shown >= 1024 && shown % 1024 == 0) {
            shown /= 1024;
            unit++;
        }
        return shown + units[unit];
    }

    private static String time(Duration value) {
        if (value.isZero()) {
            return "0";
        }
        if (value.toSeconds() % 86_400 == 0) {
            return value.toDays() + " d";
        }
        if (value.toSeconds() % 3_600 == 0) {
            return value.toHours() + " h";
        }
        return value.toSeconds() % 60 == 0 ? value.toMinutes() + " min" : value.toSeconds() + " s";
    }
}
