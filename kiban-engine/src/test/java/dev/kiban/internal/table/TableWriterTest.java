package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Compression;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.table.Entries.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TableWriterTest {

    private static final TableOptions OPTIONS = Entries.options(4096, Compression.LZ4, 10);

    private final HeapFiles fs = new HeapFiles();

    @Test
    void syncsTheFileBeforeItIsATable() throws IOException {
        Entries.write(fs, 7, OPTIONS, List.of(Entries.put("k", 1, "v")));
        assertThat(fs.calls).containsExactly("create 000007.sst", "sync 000007.sst", "close 000007.sst");
    }

    @Test
    void reportsWhatItWrote() throws IOException {
        TableMeta meta = Entries.write(
                fs,
                7,
                OPTIONS,
                List.of(
                        Entries.put("a", 5, "v"),
                        Entries.put("b", 9, "v"),
                        Entries.delete("b", 3),
                        Entries.put("c", 4, "")));
        assertThat(meta.number()).isEqualTo(7);
        assertThat(meta.keyspace()).isEqualTo(3);
        assertThat(meta.size()).isEqualTo(fs.bytes(7).length);
        assertThat(meta.minKey()).isEqualTo(Entries.bytes("a"));
        assertThat(meta.maxKey()).isEqualTo(Entries.bytes("c"));
        assertThat(meta.minSequence()).isEqualTo(3);
        assertThat(meta.maxSequence()).isEqualTo(9);
        assertThat(meta.entries()).isEqualTo(4);
        assertThat(meta.tombstones()).isEqualTo(1);
        try (BlockCache cache = BlockCache.create(0);
                TableReader reader = Entries.open(fs, meta, cache)) {
            TableProperties properties = reader.properties();
            assertThat(properties.keys()).isEqualTo(3);
            assertThat(properties.rawBytes()).isEqualTo(6);
            assertThat(properties.dataBlocks()).isEqualTo(1);
            assertThat(properties.minKey()).isEqualTo(meta.minKey());
            assertThat(properties.maxSequence()).isEqualTo(9);
            assertThat(properties.creationTime()).isEqualTo(fs.currentTimeMillis());
        }
    }

    @Test
    void refusesEntriesOutOfOrder() throws IOException {
        TableWriter writer = writer();
        add(writer, Entries.put("b", 5, "v"));
        for (Entry late : List.of(Entries.put("a", 9, ""), Entries.put("b", 5, ""), Entries.put("b", 6, ""))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> add(writer, late))
                    .withMessageContaining("order");
        }
        add(writer, Entries.put("b", 4, "v"));
        assertThat(writer.finish().entries()).isEqualTo(2);
    }

    @Test
    void refusesWhatTheFormatCannotHold() throws IOException {
        TableWriter writer = writer();
        byte[] nothing = {};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.add(new byte[65_537], 65_537, 1, EntryKind.PUT, nothing, 0, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> writer.add(nothing, 0, 1L << 60, EntryKind.PUT, nothing, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> writer.add(nothing, 0, 1, 2, nothing, 0, 0));
        assertThatIllegalStateException().isThrownBy(writer::finish);
        writer.abandon();
    }

    @Test
    void anAbandonedTableLeavesNothing() throws IOException {
        TableWriter writer = writer();
        add(writer, Entries.put("b", 5, "v"));
        writer.abandon();
        writer.abandon();
        assertThat(fs.files).isEmpty();
        assertThatIllegalStateException().isThrownBy(writer::finish);
        assertThatIllegalStateException().isThrownBy(() -> add(writer, Entries.put("c", 5, "v")));

        TableWriter finished = writer();
        add(finished, Entries.put("b", 5, "v"));
        finished.finish();
        finished.abandon();
        assertThat(fs.files).isEmpty();
    }

    @Test
    void aFullDiskIsToldAsSuchAndTheNextTableWorks() throws IOException {
        fs.space = 300_000;
        TableWriter writer = writer();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        add(writer, new Entry(new byte[] {(byte) i}, 1, EntryKind.PUT, noise(i, 10_000)));
                    }
                })
                .isInstanceOf(NoSpaceException.class);
        writer.abandon();
        assertThat(fs.files).isEmpty();
        fs.space = Long.MAX_VALUE;
        Entries.write(fs, 1, OPTIONS, List.of(Entries.put("k", 1, "v")));
    }

    @Test
    void estimatesItsSizeClosely() throws IOException {
        TableWriter writer =
                new TableWriter(fs, HeapFiles.DIRECTORY, 1, 3, Entries.options(4096, Compression.NONE, 10));
        for (int i = 0; i < 20_000; i++) {
            add(writer, Entries.put(String.format("agent:%08d", i * 13), i, "a value"));
        }
        long estimate = writer.estimatedSize();
        assertThat(writer.entries()).isEqualTo(20_000);
        assertThat((double) writer.finish().size()).isBetween(0.97 * estimate, 1.03 * estimate);
    }

    @Test
    void blocksStayWithinTheirTarget() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            entries.add(Entries.put(String.format("agent:%08d", i * 13), i * 977L, "v".repeat(i % 90)));
        }
        for (int target : new int[] {1024, 4096, 65_536}) {
            Entries.write(fs, 1, Entries.options(target, Compression.NONE, 0), entries);
            List<Integer> sizes = new SstDump(fs.bytes(1))
                    .lines.stream()
                            .filter(line -> line.startsWith("block "))
                            .map(line -> Integer.parseInt(line.replaceAll(".*, (\\d+) bytes.*", "$1")) - 5)
                            .toList();
            assertThat(sizes).allMatch(size -> size <= target);
            assertThat(sizes.subList(0, sizes.size() - 1)).allMatch(size -> size > target - target / 50 - 150);
        }
    }

    @Test
    void compressionShrinksWhatCanShrinkAndLeavesNoiseAsItIs() throws IOException {
        List<Entry> text = new ArrayList<>();
        List<Entry> noise = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] key = {(byte) i};
            text.add(new Entry(key, 1, EntryKind.PUT, Entries.bytes("the agent remembers this ".repeat(40))));
            noise.add(new Entry(key, 1, EntryKind.PUT, noise(i, 1000)));
        }
        long raw = Entries.write(fs, 1, Entries.options(4096, Compression.NONE, 0), text)
                .size();
        assertThat(Entries.write(fs, 1, Entries.options(4096, Compression.LZ4, 0), text)
                        .size())
                .isLessThan(raw / 4);
        raw = Entries.write(fs, 1, Entries.options(4096, Compression.NONE, 0), noise)
                .size();
        assertThat(Entries.write(fs, 1, Entries.options(4096, Compression.LZ4, 0), noise)
                        .size())
                .isEqualTo(raw);
    }

    @Test
    void compactionReadsAhead() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            entries.add(new Entry(Entries.bytes(String.format("%06d", i)), 1, EntryKind.PUT, noise(i, 1000)));
        }
        TableMeta meta = Entries.write(fs, 1, OPTIONS, entries);
        try (BlockCache cache = BlockCache.create(8 << 20);
                TableReader reader = Entries.open(fs, meta, cache);
                EntryIterator iterator = reader.iterator(ReadMode.PAST_CACHE)) {
            long before = fs.reads.get();
            assertThat(Entries.forward(iterator)).isEqualTo(entries);
            assertThat(fs.reads.get() - before).isBetween(4L, 6L);
            assertThat(cache.inserts()).isZero();
            assertThat(cache.misses()).isZero();
        }
    }

    private TableWriter writer() throws IOException {
        return new TableWriter(fs, HeapFiles.DIRECTORY, 1, 3, OPTIONS);
    }

    private static void add(TableWriter writer, Entry entry) throws IOException {
        writer.add(
                entry.key(),
                entry.key().length,
                entry.sequence(),
                entry.kind(),
                entry.value(),
                0,
                entry.value().length);
    }

    private static byte[] noise(long seed, int length) {
        byte[] noise = new byte[length];
        new SplittableRandom(seed).nextBytes(noise);
        return noise;
    }
}
