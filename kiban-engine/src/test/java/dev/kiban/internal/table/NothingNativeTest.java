package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Compression;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.table.Entries.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compression runs on any JVM: no native library, no {@code Unsafe} of the library's, no temporary file. */
class NothingNativeTest {

    @Test
    void compressionLoadsNothingNativeAndNeedsNoTemporaryFolder(@TempDir Path directory) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-Xlog:library=info",
                        "-XX:-UsePerfData",
                        "-Djava.io.tmpdir=" + directory.resolve("absent"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("LZ4JavaSafeCompressor", "LZ4JavaSafeSafeDecompressor")
                .doesNotContain("net.jpountz.util.Native", "LZ4JNI", "LZ4JavaUnsafe", "UnsafeUtils", "liblz4");
        assertThat(directory).isEmptyDirectory();
    }

    /** What the child JVM runs: a compressed table, written and read both ways. */
    static final class Child {

        private Child() {}

        public static void main(String[] args) throws IOException {
            HeapFiles fs = new HeapFiles();
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                entries.add(Entries.put(String.format("key %06d", i), 1, "value ".repeat(20)));
            }
            TableMeta meta = Entries.write(fs, 1, Entries.options(4096, Compression.LZ4, 10), entries);
            try (BlockCache cache = BlockCache.create(1 << 20);
                    TableReader reader = Entries.open(fs, meta, cache);
                    EntryIterator iterator = reader.iterator(ReadMode.PAST_CACHE)) {
                boolean same = Entries.forward(iterator).equals(entries)
                        && Entries.get(reader, entries.get(7).key(), 1) != null;
                if (!same || meta.size() > 60_000) {
                    throw new AssertionError("not read as written, or not compressed");
                }
            }
        }
    }
}
