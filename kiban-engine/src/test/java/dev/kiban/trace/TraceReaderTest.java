package dev.kiban.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.kiban.trace.TraceFormatException.Reason;
import dev.kiban.trace.TraceLine.EngineInfo;
import dev.kiban.trace.TraceLine.Event;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Limits;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceLine.Measure;
import dev.kiban.trace.TraceLine.Sample;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceLine.Table;
import dev.kiban.trace.TraceLine.Unknown;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class TraceReaderTest {

    private static final String HEAD = "{\"k\":\"head\",\"q\":1,\"format\":\"kiban-trace\",\"v\":1}\n";

    private final long seed = Long.getLong("kiban.seed", 20_260_103L);

    @Test
    void everyKindOfLineComesBackAsItWasWritten() throws IOException {
        List<TraceLine> lines = lines();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (TraceWriter writer = new TraceWriter(file)) {
            for (TraceLine line : lines) {
                writer.write(line);
            }
            writer.writeEnd(9, 2_000, "ok", Map.of("ops", 3L));
        }
        TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(file.toByteArray()));
        assertThat(trace.lines().subList(0, lines.size())).isEqualTo(lines);
        assertThat(trace.lines()).hasSize(lines.size() + 1);
        assertThat(trace.verified()).isTrue();
        assertThat(trace.truncated()).isFalse();
    }

    @Test
    void aFileCutAtAnyByteGivesItsWholeLinesAndSaysSo() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<TraceLine> written = lines();
        int flushed;
        try (TraceWriter writer = new TraceWriter(out)) {
            for (TraceLine line : written) {
                writer.write(line);
            }
            writer.flush();
            flushed = out.size();
            writer.writeEnd(9, 2_000, "ok", Map.of());
        }
        byte[] file = out.toByteArray();
        int most = 0;
        for (int length = 0; length < file.length; length++) {
            TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(Arrays.copyOf(file, length)));
            assertThat(trace.truncated()).as("cut at %d", length).isTrue();
            assertThat(trace.lines().size()).as("cut at %d", length).isGreaterThanOrEqualTo(most);
            most = trace.lines().size();
            int whole = Math.min(most, written.size());
            assertThat(trace.lines().subList(0, whole)).isEqualTo(written.subList(0, whole));
            if (length >= flushed) {
                assertThat(trace.lines().size()).isGreaterThanOrEqualTo(written.size());
            }
        }
        assertThat(TraceReader.readAll(new ByteArrayInputStream(file)).truncated())
                .isFalse();
    }

    @Test
    void plainTextCutAtAnyByteGivesItsWholeLines() throws IOException {
        String text = HEAD + "{\"k\":\"mark\",\"q\":2,\"t\":5,\"name\":\"a\"}\n";
        for (int length = 1; length < text.length(); length++) {
            TraceReader.Trace trace = read(text.substring(0, length));
            int whole = length >= HEAD.length() - 1 ? length >= text.length() - 1 ? 2 : 1 : 0;
            assertThat(trace.lines()).as("cut at %d", length).hasSize(whole);
            boolean between = length == HEAD.length() || length == HEAD.length() - 1 || length == text.length() - 1;
            assertThat(trace.truncated()).as("cut at %d", length).isEqualTo(!between);
        }
    }

    @Test
    void anEmptyFileIsATruncatedTrace() throws IOException {
        assertThat(read("")).isEqualTo(new TraceReader.Trace(List.of(), true, false));
    }

    @Test
    void flippedBitsAreRefusedOrReadButNeverVerified() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TraceWriter writer = new TraceWriter(out)) {
            for (TraceLine line : lines()) {
                writer.write(line);
            }
            writer.writeEnd(9, 2_000, "ok", Map.of());
        }
        byte[] file = out.toByteArray();
        List<TraceLine> whole =
                TraceReader.readAll(new ByteArrayInputStream(file)).lines();
        // Bytes 3 to 9 of a gzip header (flags, time, system) do not touch what it holds.
        for (int i = 10; i < file.length; i++) {
            byte[] flipped = file.clone();
            flipped[i] ^= (byte) (1 << (i & 7));
            try {
                TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(flipped));
                assertThat(trace.truncated() || trace.lines().equals(whole))
                        .as("byte %d", i)
                        .isTrue();
            } catch (TraceFormatException expected) {
                assertThat(expected.getMessage()).startsWith("line ");
            }
        }
    }

    @Test
    void unknownKindsAndFieldsAreIgnored() throws IOException {
        TraceReader.Trace trace = read(HEAD
                + "{\"k\":\"weather\",\"sun\":true}\n"
                + "{\"k\":\"weather\",\"q\":3,\"rain\":[1,{\"a\":null}]}\n"
                + "{\"k\":\"mark\",\"q\":4,\"t\":1,\"name\":\"m\",\"colour\":{\"r\":1}}\n"
                + "{\"k\":\"snap\",\"q\":5,\"t\":1,\"files\":[[1,2,3,4,null,\"ff\",7,8,\"ks\",\"more\",9]]}\n");
        assertThat(trace.lines().get(1)).isEqualTo(new Unknown(-1, "weather", Map.of("k", "weather", "sun", true)));
        assertThat(trace.lines().get(2).q()).isEqualTo(3);
        assertThat(trace.lines().get(3)).isEqualTo(new Mark(4, 1, "m"));
        assertThat(((Snap) trace.lines().get(4)).tables())
                .containsExactly(new Table(1, 2, 3, 4, null, "ff", 7, 8, "ks"));
        assertThat(trace.truncated()).isFalse();
    }

    @Test
    void whatASampleDoesNotTellIsUnknownAndStaysSo() throws IOException {
        Sample sample = (Sample) TraceReader.parse("{\"k\":\"s\",\"q\":2,\"t\":5,\"engine\":\"old\"}");
        assertThat(sample.state()).isNull();
        assertThat(sample.rss()).isNull();
        assertThat(sample.engine()).isEqualTo("old");
        assertThat(TraceWriter.toJson(sample)).doesNotContain("state", "rss", "gcMs", "cpuMs");
    }

    @Test
    void aNewerVersionIsRefusedAsTooNew() {
        TraceFormatException refused = refused(HEAD.replace("\"v\":1", "\"v\":2"), TraceBounds.DEFAULT);
        assertThat(refused.reason()).isEqualTo(Reason.TOO_NEW);
        assertThat(refused).hasMessageContaining("line 1 is version 2").hasMessageContaining("newer Kiban");
    }

    @Test
    void whatIsNoTraceIsRefusedAsSuch() {
        for (String text : List.of(
                "hello\n",
                "\n",
                "[1]\n",
                "{}\n",
                "{\"k\":\"mark\",\"q\":1,\"t\":0,\"name\":\"m\"}\n",
                HEAD.replace("kiban-trace", "other"),
                "PK\3\4 a zip archive without a line feed")) {
            assertThat(refused(text, TraceBounds.DEFAULT).reason()).as(text).isEqualTo(Reason.NOT_A_TRACE);
        }
    }

    @Test
    void linesThatBreakTheRulesAreRefusedAsDamage() {
        for (String line : List.of(
                "",
                "{",
                "{\"k\":\"s\",\"q\":2,}",
                "{\"k\":\"s\",\"q\":2} x",
                "{\"k\":\"s\"}",
                "{\"k\":\"s\",\"q\":0}",
                "{\"k\":\"s\",\"q\":1}",
                "{\"k\":\"s\",\"q\":\"2\"}",
                "{\"k\":7,\"q\":2}",
                "{\"q\":2}",
                "{\"k\":\"s\",\"q\":2,\"ops\":\"many\"}",
                "{\"k\":\"s\",\"q\":2,\"levels\":[1]}",
                "{\"k\":\"s\",\"q\":2,\"stopped\":1}",
                "{\"k\":\"s\",\"q\":02}",
                "{\"k\":\"s\",\"q\":2,\"t\":1.}",
                "{\"k\":\"s\",\"q\":2,\"t\":1e}",
                "{\"k\":\"s\",\"q\":2,\"t\":+1}",
                "{\"k\":\"s\",\"q\":2,\"t\":NaN}",
                "{\"k\":\"s\",\"q\":2,\"t\":" + "1".repeat(65) + "}",
                "{\"k\":\"mark\",\"q\":2,\"name\":\"\\x\"}",
                "{\"k\":\"mark\",\"q\":2,\"name\":\"\\u12g4\"}",
                "{\"k\":\"mark\",\"q\":2,\"name\":\"\t\"}",
                "{\"k\":\"snap\",\"q\":2,\"files\":[[1,2,3,4,true]]}",
                "{\"k\":\"v\",\"q\":2,\"del\":[\"1\"]}",
                "{\"k\":\"end\",\"q\":2,\"lines\":1,\"crc32c\":\"00000000\"}")) {
            TraceFormatException refused = refused(HEAD + line + "\n", TraceBounds.DEFAULT);
            assertThat(refused.reason()).as(line).isEqualTo(Reason.DAMAGED);
            assertThat(refused).as(line).hasMessageStartingWith("line 2 ");
        }
    }

    @Test
    void aLineBeyondOneMebibyteIsRefusedWithoutBeingReadWhole() {
        String line = "{\"k\":\"mark\",\"q\":2,\"name\":\"" + "x".repeat(1 << 20) + "\"}\n";
        TraceFormatException refused = refused(HEAD + line, TraceBounds.DEFAULT);
        assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refused).hasMessage("line 2 is longer than 1048576 bytes");
    }

    @Test
    void aLineOfExactlyTheBoundIsRead() throws IOException {
        String line = "{\"k\":\"mark\",\"q\":2,\"name\":\"\"}";
        String filled = line.replace("\"\"", "\"" + "x".repeat((1 << 20) - line.length()) + "\"");
        assertThat(read(HEAD + filled + "\n").lines()).hasSize(2);
    }

    @Test
    void deepNestingIsRefused() {
        for (String deep : List.of("[".repeat(100_000), "{\"a\":".repeat(100_000), "[[[[[[[[1]]]]]]]]")) {
            TraceFormatException refused =
                    refused(HEAD + "{\"k\":\"x\",\"q\":2,\"d\":" + deep + "}\n", TraceBounds.DEFAULT);
            assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
            assertThat(refused).hasMessage("line 2 nests deeper than 8");
        }
    }

    @Test
    void tooManyLinesAreRefused() {
        TraceBounds three = new TraceBounds(1_000, 3, 8, 1 << 20, 250);
        TraceFormatException refused = refused(HEAD + "{\"k\":\"x\"}\n".repeat(3), three);
        assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refused).hasMessage("line 4 is one more than 3");
    }

    @Test
    void aGzipBombIsRefusedByItsExpansion() throws IOException {
        byte[] bomb = bomb(16 << 20);
        assertThat(bomb.length).isLessThan(400_000);
        TraceFormatException refused = refused(bomb, TraceBounds.DEFAULT);
        assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refused).hasMessageEndingWith("expands to more than 250 times its compressed size");
    }

    @Test
    void moreThanTheWholeBoundIsRefused() throws IOException {
        TraceBounds small = new TraceBounds(1 << 20, 1 << 20, 8, 1 << 20, 10_000);
        TraceFormatException refused = refused(bomb(2 << 20), small);
        assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(refused).hasMessageEndingWith("goes beyond 1048576 bytes of decompressed trace");
    }

    @Test
    void aSecondHeadStartsAnew() throws IOException {
        String mark = "{\"k\":\"mark\",\"q\":2,\"t\":5,\"name\":\"a\"}\n";
        assertThat(read(HEAD + mark + HEAD + mark).lines()).hasSize(4);
    }

    @Test
    void randomTextIsRefusedOrReadButNeverBreaksTheReader() throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "{}[]\",:\\u0aftrnl-+.eE1234567890 \n";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder("{\"k\":\"s\",\"q\":2,");
            for (int n = random.nextInt(60); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                read(HEAD + text);
            } catch (TraceFormatException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).isNotBlank();
            }
        }
    }

    @Test
    void messagesNeverShowWhatTheTraceSays() {
        TraceFormatException refused =
                refused(HEAD + "{\"k\":\"s\",\"q\":2,\"ops\":\"secret\"}\n", TraceBounds.DEFAULT);
        assertThat(refused.getMessage()).doesNotContain("secret");
    }

    @Test
    void numbersSurviveToThreeDecimals() throws IOException {
        for (double number : new double[] {0.125, -3.5, 1e-9, 123_456.789, 1e20, -1e300, Double.MAX_VALUE}) {
            String json = TraceWriter.toJson(new Measure(2, Map.of("n", number)));
            Object read = ((Measure) TraceReader.parse(json)).fields().get("n");
            assertThat(((Number) read).doubleValue()).isEqualTo(number == 1e-9 ? 0 : number);
        }
        for (long number : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            String json = TraceWriter.toJson(new Measure(2, Map.of("n", number)));
            assertThat(((Measure) TraceReader.parse(json)).fields()).containsEntry("n", number);
        }
        assertThat(TraceWriter.toJson(new Measure(2, Map.of("n", Double.NaN)))).endsWith("\"n\":null}");
    }

    @Test
    void stringsSurviveWhateverTheyHold() throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int n = random.nextInt(20); n > 0; n--) {
                name.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000));
            }
            Mark mark = new Mark(2, 1, name.toString());
            byte[] utf8 = TraceWriter.toJson(mark).getBytes(StandardCharsets.UTF_8);
            String text = new String(utf8, StandardCharsets.UTF_8);
            assertThat(text).doesNotContain("\n");
            assertThat(TraceReader.parse(text)).as("seed %d", seed).isEqualTo(mark);
        }
    }

    private static List<TraceLine> lines() {
        List<TraceLine> lines = new ArrayList<>();
        lines.add(new Head(
                1,
                1,
                "id",
                null,
                new EngineInfo("rocksdb", "11.8.1", "abc", Map.of("threads", 4L)),
                Map.of("keys", 10_000_000L, "ratio", 0.25),
                Map.of("cpus", 2L),
                1_767_225_600_000L,
                1_000,
                7,
                new Limits(1, 2, 3, 4, 5)));
        Table table = new Table(7, 0, 7, 100, -5L, 1L << 53, 10, 1, "default");
        lines.add(new Snap(2, 0, 1, List.of(table), false));
        lines.add(new Snap(3, 0, 1, List.of(new Table(8, 6, 0, 0, null, "00ff", 0, 0, "s\"")), true));
        lines.add(new TraceLine.Edit(4, 10, 2, List.of(table), List.of(7L, 8L)));
        lines.add(new Event(5, 11, "stall", "begin", Map.of("cause", "memtables", "value", 3L)));
        lines.add(new Measure(6, Map.of("writers", 8L, "mode", "group", "opsPerSec", 123.456)));
        lines.add(new Mark(7, 12, "naïve ☃ \uD83D\uDE00"));
        lines.add(new Unknown(8, "weather", Map.of("k", "weather", "q", 8L, "sun", List.of(true, 1L))));
        return lines;
    }

    private static byte[] bomb(int size) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(HEAD.getBytes(StandardCharsets.UTF_8));
            byte[] line = "{\"k\":\"x\"}\n".getBytes(StandardCharsets.UTF_8);
            byte[] block = new byte[line.length * 1_000];
            for (int i = 0; i < block.length; i++) {
                block[i] = line[i % line.length];
            }
            for (int written = 0; written < size; written += block.length) {
                gzip.write(block);
            }
        }
        return out.toByteArray();
    }

    private static TraceReader.Trace read(String text) throws IOException {
        return TraceReader.readAll(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static TraceFormatException refused(String text, TraceBounds bounds) {
        return refused(text.getBytes(StandardCharsets.UTF_8), bounds);
    }

    private static TraceFormatException refused(byte[] bytes, TraceBounds bounds) {
        InputStream in = new ByteArrayInputStream(bytes);
        TraceFormatException refused =
                catchThrowableOfType(TraceFormatException.class, () -> TraceReader.readAll(in, bounds));
        assertThat(refused)
                .as(new String(bytes, 0, Math.min(200, bytes.length), StandardCharsets.UTF_8))
                .isNotNull();
        return refused;
    }
}
