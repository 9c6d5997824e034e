package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.Compression;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.table.Entries.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Readers beside constant eviction: a block that changes under a reader must never show in its answer. */
class TableConcurrencyTest {

    private static final int THREADS = 4;
    private static final int ROUNDS = 60;

    private final long seed = Entries.seed();
    private final HeapFiles fs = new HeapFiles();

    @Test
    void readersSeeOnlyTrueValuesWhileEveryBlockIsEvicted() throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<Entry> small = Entries.random(random, 1500, 10, 200);
        List<Entry> large = Entries.random(random, 300, 4, 9000);
        TableMeta smallMeta = Entries.write(fs, 1, Entries.options(4096, Compression.NONE, 0), small);
        TableMeta largeMeta = Entries.write(fs, 2, Entries.options(4096, Compression.LZ4, 10), large);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (BlockCache cache = BlockCache.create(128 << 10);
                TableReader smallReader = Entries.open(fs, smallMeta, cache);
                TableReader largeReader = Entries.open(fs, largeMeta, cache)) {
            List<Future<Void>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                SplittableRandom own = random.split();
                boolean odd = thread % 2 == 1;
                running.add(threads.submit(reading(odd ? largeReader : smallReader, odd ? large : small, own)));
            }
            for (Future<Void> each : running) {
                each.get();
            }
            assertThat(cache.hits()).isPositive();
            assertThat(cache.evictions()).isGreaterThan(1000);
            assertThat(cache.size()).isLessThanOrEqualTo(128 << 10);
            assertThat(cache.allocated()).isLessThanOrEqualTo(128 << 10);
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<Void> reading(TableReader reader, List<Entry> entries, SplittableRandom random) {
        Map<byte[], List<Entry>> oracle = Entries.oracle(entries);
        return () -> {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < 300; i++) {
                    // Half of the reads go to a few keys, so that there are hits to be torn.
                    Entry entry = entries.get(random.nextInt(random.nextBoolean() ? entries.size() : 40));
                    Entry expected = Entries.expected(oracle, entry.key(), entry.sequence());
                    Entry found = Entries.get(reader, entry.key(), entry.sequence());
                    if (!expected.equals(found)) {
                        assertThat(found).as("seed %d", seed).isEqualTo(expected);
                    }
                }
                if (round % 10 == 0) {
                    try (EntryIterator iterator = reader.iterator(ReadMode.CACHED)) {
                        if (!Entries.forward(iterator).equals(entries)) {
                            throw new AssertionError("seed " + seed + ": a walk is wrong");
                        }
                    }
                }
            }
            return null;
        };
    }
}
