package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Compression;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.table.Entries.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The longest keys and large values, and the lengths at which encodings change. */
class TableSizesTest {

    private final HeapFiles fs = new HeapFiles();

    @ParameterizedTest
    @EnumSource(Compression.class)
    void longKeysAndLargeValuesComeBackWhole(Compression compression) throws IOException {
        SplittableRandom random = new SplittableRandom(Entries.seed());
        List<Entry> entries = new ArrayList<>();
        entries.add(entry(new byte[0], 9, new byte[0]));
        entries.add(entry(new byte[0], 8, new byte[1]));
        entries.add(entry(new byte[] {0}, 7, value(random, 65_535)));
        entries.add(entry(new byte[] {0, 0}, 7, value(random, 65_536)));
        entries.add(entry(new byte[] {1}, 7, value(random, 16 << 20)));
        entries.add(entry(new byte[] {1}, 6, value(random, 127)));
        entries.add(entry(new byte[] {1}, 5, value(random, 128)));
        byte[] longest = Entries.filled(65_536, (byte) 'k');
        for (int last = 0; last < 5; last++) {
            byte[] key = longest.clone();
            key[65_535] = (byte) last;
            entries.add(entry(key, (1L << 60) - 1, value(random, 50 * last)));
            entries.add(entry(key, 0, value(random, 10)));
        }
        entries.add(entry(Entries.filled(65_535, (byte) 'k'), 1, value(random, 10)));
        entries.add(entry(Entries.filled(65_536, (byte) 0xFF), 1, value(random, 3)));
        entries.sort((a, b) -> {
            int order = Arrays.compareUnsigned(a.key(), b.key());
            return order != 0 ? order : Long.compare(b.sequence(), a.sequence());
        });
        for (int blockSize : new int[] {1024, 65_536, 1 << 20}) {
            TableMeta meta = Entries.write(fs, 1, Entries.options(blockSize, compression, 10), entries);
            try (BlockCache cache = BlockCache.create(4 << 20);
                    TableReader reader = Entries.open(fs, meta, cache)) {
                for (int round = 0; round < 2; round++) {
                    for (Entry entry : entries) {
                        assertThat(Entries.get(reader, entry.key(), entry.sequence()))
                                .isEqualTo(new Entry(entry.key(), 0, EntryKind.PUT, entry.value()));
                    }
                }
                for (ReadMode mode : ReadMode.values()) {
                    try (EntryIterator iterator = reader.iterator(mode)) {
                        assertThat(Entries.forward(iterator)).isEqualTo(entries);
                        assertThat(Entries.backward(iterator)).isEqualTo(entries);
                    }
                }
            }
            assertThat(new SstDump(fs.bytes(1)).entries).isEqualTo(entries);
        }
    }

    private static Entry entry(byte[] key, long sequence, byte[] value) {
        return new Entry(key, sequence, EntryKind.PUT, value);
    }

    /** Half noise, half zeros. */
    private static byte[] value(SplittableRandom random, int length) {
        byte[] noise = new byte[length / 2];
        random.nextBytes(noise);
        return Arrays.copyOf(noise, length);
    }
}
