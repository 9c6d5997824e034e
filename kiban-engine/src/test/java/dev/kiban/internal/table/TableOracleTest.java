package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Compression;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Entries.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tables of random entries must answer as a sorted map does. */
class TableOracleTest {

    private static final int[] BLOCK_SIZES = {1024, 1500, 4096, 65_536, 1 << 20};

    private final long seed = Entries.seed();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final HeapFiles fs = new HeapFiles();

    @ParameterizedTest
    @EnumSource(Compression.class)
    void answersAsTheOracleDoes(Compression compression) throws IOException {
        for (int round = 0; round < 12; round++) {
            int blockSize = BLOCK_SIZES[round % BLOCK_SIZES.length];
            int keys = random.nextInt(1, blockSize > 4096 ? 60 : 400);
            int filterBits = round % 3 * 8;
            List<Entry> entries = Entries.random(random, keys, 60, random.nextBoolean() ? 30 : 1500);
            TableMeta meta = Entries.write(fs, round, Entries.options(blockSize, compression, filterBits), entries);
            long cacheSize = new long[] {0, 64 << 10, 16 << 20}[random.nextInt(3)];
            String what = "seed " + seed + " round " + round + " block size " + blockSize + " cache " + cacheSize;
            try (BlockCache cache = BlockCache.create(cacheSize);
                    TableReader reader = Entries.open(fs, meta, cache)) {
                checkGets(reader, entries, what);
                checkGets(reader, entries, what + " again");
                for (ReadMode mode : ReadMode.values()) {
                    try (EntryIterator iterator = reader.iterator(mode)) {
                        assertThat(iterator.isValid()).isFalse();
                        assertThat(Entries.forward(iterator)).as(what).isEqualTo(entries);
                        assertThat(Entries.backward(iterator)).as(what).isEqualTo(entries);
                        checkSeeks(iterator, entries, what + " " + mode);
                    }
                }
            }
        }
        assertThat(fs.openFiles.get()).isZero();
    }

    @Test
    void aKeyWhoseVersionsFillManyBlocksIsReadAtEverySequence() throws IOException {
        List<Entry> entries = new ArrayList<>();
        entries.add(Entries.put("j", 7, "before"));
        for (int version = 3000; version > 0; version--) {
            entries.add(Entries.put("k", version * 2, "value " + version));
        }
        entries.add(Entries.delete("kk", 5));
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, Compression.NONE, 10), entries);
        try (BlockCache cache = BlockCache.create(1 << 20);
                TableReader reader = Entries.open(fs, meta, cache)) {
            checkGets(reader, entries, "versions");
            assertThat(Entries.get(reader, Entries.bytes("k"), 1)).isNull();
            try (EntryIterator iterator = reader.iterator(ReadMode.CACHED)) {
                checkSeeks(iterator, entries, "versions");
                assertThat(Entries.backward(iterator)).isEqualTo(entries);
            }
        }
    }

    private void checkGets(TableReader reader, List<Entry> entries, String what) throws IOException {
        NavigableMap<byte[], List<Entry>> oracle = Entries.oracle(entries);
        for (Entry entry : entries) {
            for (long sequence : new long[] {entry.sequence() - 1, entry.sequence(), entry.sequence() + 1}) {
                assertThat(Entries.get(reader, entry.key(), sequence))
                        .as(what)
                        .isEqualTo(Entries.expected(oracle, entry.key(), sequence));
            }
            byte[] near = near(entry.key());
            assertThat(Entries.get(reader, near, Long.MAX_VALUE))
                    .as(what)
                    .isEqualTo(Entries.expected(oracle, near, Long.MAX_VALUE));
        }
    }

    private void checkSeeks(EntryIterator iterator, List<Entry> entries, String what) throws IOException {
        for (int i = 0; i < 150; i++) {
            byte[] key = entries.get(random.nextInt(entries.size())).key();
            if (random.nextBoolean()) {
                key = near(key);
            }
            int first = firstNotBelow(entries, key);
            iterator.seek(key, key.length);
            assertAt(iterator, entries, first, what);
            if (iterator.isValid()) {
                iterator.previous();
                assertAt(iterator, entries, first - 1, what);
            }
            iterator.seekBefore(key, key.length);
            assertAt(iterator, entries, first - 1, what);
            if (iterator.isValid()) {
                iterator.next();
                assertAt(iterator, entries, first, what);
            }
        }
    }

    private static void assertAt(EntryIterator iterator, List<Entry> entries, int at, String what) {
        boolean exists = at >= 0 && at < entries.size();
        assertThat(iterator.isValid()).as(what).isEqualTo(exists);
        if (exists) {
            Entry current = Entries.current(iterator);
            if (!current.equals(entries.get(at))) {
                assertThat(current).as(what).isEqualTo(entries.get(at));
            }
        }
    }

    private static int firstNotBelow(List<Entry> entries, byte[] key) {
        int low = 0;
        for (int high = entries.size(); low < high; ) {
            int middle = (low + high) / 2;
            if (Keys.compare(entries.get(middle).key(), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private byte[] near(byte[] key) {
        byte[] near = Arrays.copyOf(key, Math.max(0, key.length + random.nextInt(-1, 2)));
        if (near.length > 0 && random.nextBoolean()) {
            near[near.length - 1] += (byte) random.nextInt(-1, 2);
        }
        return near;
    }
}
