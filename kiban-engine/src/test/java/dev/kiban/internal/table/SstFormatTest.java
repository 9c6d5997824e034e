package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Compression;
import dev.kiban.internal.table.Entries.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/format/sst.md} and the writer together. */
class SstFormatTest {

    private static final Path PAGE = Path.of("..", "docs", "format", "sst.md");

    private final HeapFiles fs = new HeapFiles();

    @Test
    void theExampleOfThePageIsWhatIsWritten() throws IOException {
        Entries.write(
                fs,
                42,
                Entries.options(1024, Compression.NONE, 10),
                List.of(
                        Entries.put("agent:1:a", 1009, "tea"),
                        Entries.put("agent:1:a", 1002, "coffee"),
                        Entries.delete("agent:1:b", 1007),
                        Entries.put("agent:2:", 1001, "")));
        SstDump dump = new SstDump(fs.bytes(42));

        assertThat(SstDump.hex(fs.bytes(42))).isEqualTo(fenced("hex"));
        assertThat(String.join("\n", dump.lines) + "\n").isEqualTo(fenced("text"));
    }

    @Test
    void aReaderWrittenFromThePageFindsEveryEntry() throws IOException {
        long seed = Entries.seed();
        SplittableRandom random = new SplittableRandom(seed);
        for (Compression compression : Compression.values()) {
            for (int blockSize : new int[] {1024, 4096, 1 << 20}) {
                List<Entry> entries = Entries.random(random, 500, 90, 600);
                Entries.write(fs, 1, Entries.options(blockSize, compression, blockSize == 4096 ? 0 : 12), entries);

                assertThat(new SstDump(fs.bytes(1)).entries)
                        .as("seed %d, %s, %d", seed, compression, blockSize)
                        .isEqualTo(entries);
            }
        }
    }

    /** The last block of the page that is fenced with the language. */
    private static String fenced(String language) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.lastIndexOf("```" + language + "\n") + language.length() + 4;
        return page.substring(from, page.indexOf("```", from));
    }
}
