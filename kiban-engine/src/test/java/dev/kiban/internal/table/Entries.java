package dev.kiban.internal.table;

import dev.kiban.Compression;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.codec.Lookup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Entries for tests, in the engine's order, and tables written from them. */
final class Entries {

    static final long STORE_HIGH = 0x1122334455667788L;
    static final long STORE_LOW = 0x99AABBCCDDEEFF00L;

    /** One version of a key. */
    record Entry(byte[] key, long sequence, int kind, byte[] value) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry that
                    && sequence == that.sequence
                    && kind == that.kind
                    && Arrays.equals(key, that.key)
                    && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(sequence);
        }

        @Override
        public String toString() {
            return "key of " + key.length + " bytes " + Arrays.hashCode(key) + " @" + sequence + " kind " + kind
                    + " value of " + value.length + " bytes " + Arrays.hashCode(value);
        }
    }

    private Entries() {}

    static long seed() {
        return Long.getLong("kiban.seed", System.nanoTime());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Entry put(String key, long sequence, String value) {
        return new Entry(bytes(key), sequence, EntryKind.PUT, bytes(value));
    }

    static Entry delete(String key, long sequence) {
        return new Entry(bytes(key), sequence, EntryKind.DELETE, new byte[0]);
    }

    /** Random keys of several shapes, odd ones among them, with one to several versions each. */
    static List<Entry> random(SplittableRandom random, int keys, int maxVersions, int maxValue) {
        NavigableMap<byte[], Boolean> chosen = new TreeMap<>(Keys::compare);
        byte[] shared = new byte[random.nextInt(40)];
        random.nextBytes(shared);
        while (chosen.size() < keys) {
            chosen.put(key(random, shared), true);
        }
        List<Entry> entries = new ArrayList<>();
        long base = random.nextLong(1L << random.nextInt(1, 59));
        for (byte[] key : chosen.keySet()) {
            int versions = random.nextInt(8) == 0 ? random.nextInt(1, maxVersions + 1) : 1;
            List<Long> sequences = new ArrayList<>();
            while (sequences.size() < versions) {
                long sequence = base + random.nextLong(1 << 20);
                if (!sequences.contains(sequence)) {
                    sequences.add(sequence);
                }
            }
            sequences.sort(Collections.reverseOrder());
            for (long sequence : sequences) {
                boolean put = random.nextInt(5) > 0;
                byte[] value = new byte[put ? random.nextInt(maxValue + 1) : 0];
                if (random.nextBoolean()) {
                    random.nextBytes(value);
                }
                entries.add(new Entry(key, sequence, put ? EntryKind.PUT : EntryKind.DELETE, value));
            }
        }
        return entries;
    }

    private static byte[] key(SplittableRandom random, byte[] shared) {
        return switch (random.nextInt(6)) {
            case 0 -> bytes(String.format("agent:%04d:memory:%08d", random.nextInt(20), random.nextInt(100_000)));
            case 1 -> filled(random.nextInt(12), (byte) 0);
            case 2 -> filled(random.nextInt(12), (byte) 0xFF);
            case 3 -> {
                byte[] key = Arrays.copyOf(shared, shared.length + random.nextInt(4));
                for (int i = shared.length; i < key.length; i++) {
                    key[i] = (byte) random.nextInt(3);
                }
                yield key;
            }
            case 4 -> Arrays.copyOf(shared, random.nextInt(shared.length + 1));
            default -> {
                byte[] key = new byte[random.nextInt(20)];
                random.nextBytes(key);
                yield key;
            }
        };
    }

    static byte[] filled(int length, byte value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, value);
        return bytes;
    }

    static TableOptions options(int blockSize, Compression compression, int filterBits) {
        return new TableOptions(blockSize, compression, filterBits, STORE_HIGH, STORE_LOW);
    }

    static TableMeta write(HeapFiles fs, long number, TableOptions options, List<Entry> entries) throws IOException {
        TableWriter writer = new TableWriter(fs, HeapFiles.DIRECTORY, number, 3, options);
        for (Entry entry : entries) {
            writer.add(
                    entry.key(),
                    entry.key().length,
                    entry.sequence(),
                    entry.kind(),
                    entry.value(),
                    0,
                    entry.value().length);
        }
        return writer.finish();
    }

    static TableReader open(HeapFiles fs, TableMeta meta, BlockCache cache) throws IOException {
        return new TableSource(fs, HeapFiles.DIRECTORY, STORE_HIGH, STORE_LOW, cache, new TableStats()).open(meta);
    }

    /** What a point read finds: the value, an empty entry of kind DELETE, or null. */
    static Entry get(TableReader reader, byte[] key, long sequence) throws IOException {
        Lookup lookup = new Lookup(key, sequence);
        if (!reader.get(lookup)) {
            return null;
        }
        byte[] value = lookup.value();
        return value == null
                ? new Entry(key, 0, EntryKind.DELETE, new byte[0])
                : new Entry(key, 0, EntryKind.PUT, value);
    }

    /** The oracle's answer, in the same form. */
    static Entry expected(Map<byte[], List<Entry>> oracle, byte[] key, long sequence) {
        for (Entry entry : oracle.getOrDefault(key, List.of())) {
            if (entry.sequence() <= sequence) {
                return new Entry(key, 0, entry.kind(), entry.value());
            }
        }
        return null;
    }

    static NavigableMap<byte[], List<Entry>> oracle(List<Entry> entries) {
        NavigableMap<byte[], List<Entry>> oracle = new TreeMap<>(Keys::compare);
        for (Entry entry : entries) {
            oracle.computeIfAbsent(entry.key(), absent -> new ArrayList<>()).add(entry);
        }
        return oracle;
    }

    static Entry current(EntryIterator iterator) {
        return new Entry(
                Arrays.copyOf(iterator.key(), iterator.keyLength()),
                iterator.sequence(),
                iterator.kind(),
                Arrays.copyOfRange(
                        iterator.value(), iterator.valueOffset(), iterator.valueOffset() + iterator.valueLength()));
    }

    static List<Entry> forward(EntryIterator iterator) throws IOException {
        List<Entry> walked = new ArrayList<>();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            walked.add(current(iterator));
        }
        return walked;
    }

    static List<Entry> backward(EntryIterator iterator) throws IOException {
        List<Entry> walked = new ArrayList<>();
        for (iterator.seekToLast(); iterator.isValid(); iterator.previous()) {
            walked.add(current(iterator));
        }
        Collections.reverse(walked);
        return walked;
    }
}
