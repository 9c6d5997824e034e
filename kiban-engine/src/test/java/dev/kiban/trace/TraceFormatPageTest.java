package dev.kiban.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.event.FlushBegin;
import dev.kiban.event.FlushEnd;
import dev.kiban.event.StallBegin;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import dev.kiban.event.TableInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page on the format and the code say the same: what the page shows is what is written, byte by byte. */
class TraceFormatPageTest {

    private static final Path PAGE = Path.of("..", "docs", "format", "trace.md");

    @Test
    void theExampleOnThePageIsWhatTheCodeWrites() throws IOException {
        ManualScheduler clock = new ManualScheduler();
        FakeStore store = new FakeStore(clock);
        TraceSession session = TraceSession.start(
                store,
                TraceOptions.defaults().withTitle("example").withCommit("0123456789abcdef0123456789abcdef01234567"),
                clock,
                clock::nanoTime,
                clock::wallMillis,
                path -> {
                    throw new AssertionError("no file was asked for");
                },
                new FixedProcess());
        clock.advance(200);
        store.publish(new FlushBegin(clock.wallMillis(), 1, "size", 4_000_000));
        clock.advance(40);
        store.edit(
                List.of(new TableInfo(12, "default", 0, 3_500_000, new byte[] {1}, new byte[] {9}, 9_000, 3)),
                List.of());
        store.publish(new FlushEnd(clock.wallMillis(), 1, "size", 1, 3_500_000, 40_000_000, true));
        store.publish(new StallBegin(clock.wallMillis(), StallCause.L0_FILES, StallKind.SLOWDOWN, 12, 12));
        store.reads.record(1_500);
        clock.second();
        store.publish(new StallEnd(clock.wallMillis(), StallCause.L0_FILES, StallKind.SLOWDOWN, 1_000_000_000));
        session.mark("done");
        session.close();
        // The number of sessions before this one in the JVM is in the id, and the version rises; the rest is fixed.
        String written = String.join("\n", session.lines(0))
                .replaceFirst("(\"id\":\"memories-\\d+)-\\d+", "$1-1")
                .replaceFirst("(\"version\":)\"" + EngineVersion.get() + "\"", "$1\"0.1.0\"");
        assertThat(withoutChecksum(written)).isEqualTo(withoutChecksum(example()));
    }

    @Test
    void everyLineOfTheExampleCanBeReadAndWrittenAgain() throws IOException {
        TreeReplay replay = new TreeReplay();
        for (String line : example().split("\n")) {
            TraceLine read = TraceReader.parse(line);
            replay.apply(read);
            assertThat(TraceWriter.toJson(read)).isEqualTo(line);
        }
        assertThat(replay.tables()).containsOnlyKeys(12L);
    }

    @Test
    void theExamplesChecksumIsRight() throws IOException {
        byte[] bytes = (example() + "\n").getBytes(StandardCharsets.UTF_8);
        TraceReader.Trace trace = TraceReader.readAll(new ByteArrayInputStream(bytes));
        assertThat(trace.verified()).isTrue();
    }

    private static String example() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("```json\n") + "```json\n".length();
        return page.substring(from, page.indexOf("\n```", from));
    }

    private static String withoutChecksum(String lines) {
        return lines.replaceFirst("\"crc32c\":\"[0-9a-f]{8}\"", "\"crc32c\":\"\"");
    }

    private static final class FixedProcess extends ProcessProbe {
        @Override
        long startMillis() {
            return ManualScheduler.WALL - 5_000;
        }

        @Override
        Map<String, Object> host() {
            return new LinkedHashMap<>(Map.of("cpus", 2));
        }

        @Override
        long heap() {
            return 64 << 20;
        }

        @Override
        Long residentBytes() {
            return 256L << 20;
        }

        @Override
        Long gcMillis() {
            return 12L;
        }

        @Override
        Long cpuMillis() {
            return 3_400L;
        }
    }
}
