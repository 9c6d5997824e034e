package dev.kiban.sample.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

    private static final int MAX = 100_000;

    @Test
    void endsLinesWithEitherEndingAndTheStream() throws IOException {
        assertThat(lines("a\nbb\r\n\n \nc")).containsExactly("1:a", "2:bb", "3:", "4: ", "5:c");
        assertThat(lines("a\n")).containsExactly("1:a");
        assertThat(lines("\n")).containsExactly("1:");
        assertThat(lines("")).isEmpty();
        assertThat(lines("a\rb\n")).containsExactly("1:a\rb");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1023, 1024, 1025, 65_535, 65_536, 65_537, MAX - 1, MAX})
    void keepsLinesUpToTheBoundWhole(int length) throws IOException {
        String line = "x".repeat(length - 1) + "y";
        assertThat(lines("a\n" + line + "\nb\n")).containsExactly("1:a", "2:" + line, "3:b");
        assertThat(lines(line)).containsExactly("1:" + line);
    }

    @ParameterizedTest
    @ValueSource(ints = {MAX + 1, MAX + 65_536, 10 * MAX})
    void passesOverLongerLinesAndGoesOnAfterThem(int length) throws IOException {
        String line = "x".repeat(length);
        assertThat(lines("a\n" + line + "\nb\n")).containsExactly("1:a", "2:too long", "3:b");
        assertThat(lines(line)).containsExactly("1:too long");
    }

    @Test
    void readsTheSameFromAStreamThatGivesOneByteAtATime() throws IOException {
        InputStream slow = new ByteArrayInputStream("ab\ncd".getBytes(StandardCharsets.UTF_8)) {
            @Override
            public int read(byte[] bytes) {
                return read(bytes, 0, 1);
            }
        };
        assertThat(lines(new LineReader(slow, MAX))).containsExactly("1:ab", "2:cd");
    }

    @Test
    void knowsBlankLinesAndCountsBytes() throws IOException {
        LineReader reader = new LineReader(stream(" \t\r\nx"), MAX);
        assertThat(reader.next()).isTrue();
        assertThat(reader.isBlank()).isTrue();
        assertThat(reader.next()).isTrue();
        assertThat(reader.isBlank()).isFalse();
        assertThat(reader.bytesRead()).isEqualTo(5);
    }

    private static List<String> lines(String text) throws IOException {
        return lines(new LineReader(stream(text), MAX));
    }

    private static List<String> lines(LineReader reader) throws IOException {
        List<String> lines = new ArrayList<>();
        while (reader.next()) {
            String line = new String(reader.bytes(), 0, reader.length(), StandardCharsets.UTF_8);
            lines.add(reader.number() + ":" + (reader.isTooLong() ? "too long" : line));
        }
        return lines;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
