package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.RealFileSystem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations on a store and on sorted maps must agree at every step, whatever flushes, compactions, reopens and snapshots come
 * between.
 */
class StoreModelTest {

    private static final String[] KEYSPACES = {Kiban.DEFAULT_KEYSPACE, "a", "b", "\u57fa\u76e4"};

    @Test
    void aStoreWithTinyMemtablesAgreesWithSortedMaps() {
        new Run(new MemoryFileSystem(), Path.of("model"), tiny(Compression.LZ4).build(), Seed.next()).steps(120_000);
    }

    @Test
    void aStoreWithoutCacheAndFiltersAgreesWithSortedMaps() {
        KibanOptions options = tiny(Compression.NONE)
                .cacheSize(0)
                .filterBitsPerKey(0)
                .blockSize(1024)
                .build();
        new Run(new MemoryFileSystem(), Path.of("model"), options, Seed.next()).steps(60_000);
    }

    @Test
    void aStoreWithDefaultsAgreesWithSortedMaps() {
        new Run(new MemoryFileSystem(), Path.of("model"), KibanOptions.defaults(), Seed.next()).steps(30_000);
    }

    @Test
    void aStoreOnRealFilesAgreesWithSortedMaps(@TempDir Path directory) {
        new Run(new RealFileSystem(), directory, tiny(Compression.LZ4).build(), Seed.next()).steps(20_000);
    }

    /** Each reopen is one after a crash: of files as they were at one moment, with everything synced before. */
    @Test
    void aStoreThatCrashesAgainAndAgainAgreesWithSortedMaps() {
        new Run(
                        new WatchedFileSystem(),
                        StoreImage.DIRECTORY,
                        tiny(Compression.LZ4).build(),
                        Seed.next())
                .steps(40_000);
    }

    private static KibanOptions.Builder tiny(Compression compression) {
        return KibanOptions.builder()
                .memtableSize(64 * 1024)
                .levelBaseSize(128 * 1024)
                .tableSize(64 * 1024)
                .levelMultiplier(3)
                .l0CompactionFiles(2)
                .cacheSize(1024 * 1024)
                .compression(compression)
                .compressionFromLevel(1);
    }

    /** One run: the store, its model, and the snapshots that are open. */
    private static final class Run {

        private FileSystem fs;
        private final Path directory;
        private final KibanOptions options;
        private final long seed;
        private final Random random;
        private final Map<String, TreeMap<byte[], byte[]>> model = new TreeMap<>();
        private final List<Held> held = new ArrayList<>();
        private Kiban db;

        private record Held(Snapshot snapshot, Map<String, TreeMap<byte[], byte[]>> model) {}

        Run(FileSystem fs, Path directory, KibanOptions options, long seed) {
            this.fs = fs;
            this.directory = directory;
            this.options = options;
            this.seed = seed;
            this.random = new Random(seed);
            for (String name : KEYSPACES) {
                model.put(name, new TreeMap<>(Arrays::compareUnsigned));
            }
            this.db = Kiban.open(fs, directory, options);
        }

        void steps(int count) {
            try {
                for (int i = 0; i < count; i++) {
                    step();
                }
                compareAll(model, ReadOptions.latest());
                reopen();
                compareAll(model, ReadOptions.latest());
                db.compact();
                compareAll(model, ReadOptions.latest());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(Seed.message(seed) + ": " + e.getMessage(), e);
            } finally {
                db.close();
            }
        }

        private void step() {
            int dice = random.nextInt(10_000);
            if (dice < 4_500) {
                put();
            } else if (dice < 5_500) {
                delete();
            } else if (dice < 6_300) {
                batch();
            } else if (dice < 8_800) {
                get();
            } else if (dice < 9_700) {
                scan();
            } else if (dice < 9_800) {
                takeSnapshot();
            } else if (dice < 9_930) {
                readSnapshot();
            } else if (dice < 9_960) {
                releaseSnapshot();
            } else if (dice < 9_975) {
                db.flush();
            } else if (dice < 9_980) {
                db.sync();
            } else if (dice < 9_984) {
                reopen();
            } else if (dice < 9_986) {
                db.compact();
            } else if (dice < 9_989) {
                dropKeyspace();
            } else {
                put();
            }
        }

        private void put() {
            String name = keyspace();
            byte[] key = key();
            byte[] value = value();
            db.keyspace(name).put(key, value, durability());
            map(name).put(key, value);
        }

        private void delete() {
            String name = keyspace();
            byte[] key = key();
            db.keyspace(name).delete(key, durability());
            map(name).remove(key);
        }

        private void batch() {
            WriteBatch batch = WriteBatch.create();
            int size = 1 + random.nextInt(8);
            List<Runnable> effects = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                String name = keyspace();
                byte[] key = key();
                if (random.nextInt(4) == 0) {
                    batch.delete(db.keyspace(name), key);
                    effects.add(() -> map(name).remove(key));
                } else {
                    byte[] value = value();
                    batch.put(db.keyspace(name), key, value);
                    effects.add(() -> map(name).put(key, value));
                }
            }
            db.write(batch, durability());
            effects.forEach(Runnable::run);
        }

        private void get() {
            String name = keyspace();
            byte[] key = key();
            assertThat(db.keyspace(name).get(key)).isEqualTo(map(name).get(key));
        }

        private void scan() {
            String name = keyspace();
            KeyRange range = range();
            int limit = random.nextInt(20) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(20);
            compare(name, map(name), range, ReadOptions.latest(), limit);
        }

        private void takeSnapshot() {
            if (held.size() < 5) {
                Map<String, TreeMap<byte[], byte[]>> copy = new TreeMap<>();
                model.forEach((name, map) -> copy.put(name, new TreeMap<>(map)));
                held.add(new Held(db.snapshot(), copy));
            }
        }

        private void readSnapshot() {
            if (!held.isEmpty()) {
                Held at = held.get(random.nextInt(held.size()));
                String name = keyspace();
                TreeMap<byte[], byte[]> then = at.model().get(name);
                byte[] key = key();
                ReadOptions options = ReadOptions.at(at.snapshot());
                assertThat(db.keyspace(name).get(key, options)).isEqualTo(then.get(key));
                compare(name, then, range(), options, 30);
            }
        }

        private void releaseSnapshot() {
            if (!held.isEmpty()) {
                held.remove(random.nextInt(held.size())).snapshot().close();
            }
        }

        private void reopen() {
            held.forEach(snapshot -> snapshot.snapshot().close());
            held.clear();
            if (fs instanceof WatchedFileSystem watched) {
                db.sync();
                StoreImage crash = watched.image();
                db.close();
                fs = new WatchedFileSystem(crash.toFileSystem());
            } else {
                db.close();
            }
            db = Kiban.open(fs, directory, options);
        }

        private void dropKeyspace() {
            String name = KEYSPACES[1 + random.nextInt(KEYSPACES.length - 1)];
            held.forEach(snapshot -> snapshot.snapshot().close());
            held.clear();
            db.dropKeyspace(name);
            map(name).clear();
        }

        private void compareAll(Map<String, TreeMap<byte[], byte[]>> expected, ReadOptions options) {
            for (String name : KEYSPACES) {
                compare(name, expected.get(name), KeyRange.all(), options, Integer.MAX_VALUE);
                compare(name, expected.get(name), KeyRange.all().reversed(), options, Integer.MAX_VALUE);
            }
        }

        private void compare(
                String name, TreeMap<byte[], byte[]> expected, KeyRange range, ReadOptions options, int limit) {
            NavigableMap<byte[], byte[]> part = part(expected, range);
            if (range.isReversed()) {
                part = part.descendingMap();
            }
            int seen = 0;
            try (Cursor cursor = db.keyspace(name).scan(range, options)) {
                for (Map.Entry<byte[], byte[]> entry : part.entrySet()) {
                    if (seen++ == limit) {
                        return;
                    }
                    assertThat(cursor.next())
                            .as("the cursor has entry %d of %d", seen, part.size())
                            .isTrue();
                    assertThat(cursor.key()).isEqualTo(entry.getKey());
                    assertThat(cursor.value()).isEqualTo(entry.getValue());
                }
                assertThat(cursor.next()).isFalse();
                assertThat(cursor.next()).isFalse();
            }
        }

        private static NavigableMap<byte[], byte[]> part(TreeMap<byte[], byte[]> map, KeyRange range) {
            NavigableMap<byte[], byte[]> part = map;
            byte[] lower = range.lower();
            byte[] upper = range.upper();
            if (lower != null && upper != null && Arrays.compareUnsigned(lower, upper) >= 0) {
                return new TreeMap<>(Arrays::compareUnsigned);
            }
            if (lower != null) {
                part = part.tailMap(lower, true);
            }
            return upper == null ? part : part.headMap(upper, false);
        }

        private TreeMap<byte[], byte[]> map(String name) {
            TreeMap<byte[], byte[]> map = model.get(name);
            assertThat(map).isNotNull();
            return map;
        }

        private String keyspace() {
            return KEYSPACES[random.nextInt(8) < 5 ? 0 : random.nextInt(KEYSPACES.length)];
        }

        private Durability durability() {
            return switch (random.nextInt(50)) {
                case 0 -> Durability.SYNC;
                case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 -> Durability.BUFFERED;
                default -> Durability.PROCESS;
            };
        }

        private KeyRange range() {
            KeyRange range = switch (random.nextInt(6)) {
                case 0 -> KeyRange.all();
                case 1 -> KeyRange.prefix(Arrays.copyOf(key(), random.nextInt(3)));
                case 2 -> KeyRange.from(key());
                case 3 -> KeyRange.all().to(key());
                default -> KeyRange.between(key(), key());
            };
            return random.nextBoolean() ? range : range.reversed();
        }

        /** Few distinct keys, so that versions pile up; some odd ones. */
        private byte[] key() {
            return switch (random.nextInt(40)) {
                case 0 -> new byte[0];
                case 1 -> new byte[] {0};
                case 2 -> new byte[] {(byte) 0xFF};
                case 3 -> bytes(1 + random.nextInt(3), (byte) 0xFF);
                case 4 -> bytes(random.nextInt(12), (byte) 0);
                case 5 -> bytes(60 + random.nextInt(3) * 200, (byte) 'x');
                default -> ("key-" + random.nextInt(3_000)).getBytes(StandardCharsets.US_ASCII);
            };
        }

        private byte[] value() {
            int length = switch (random.nextInt(60)) {
                case 0, 1 -> 0;
                case 2 -> 5_000 + random.nextInt(3_000);
                default -> random.nextInt(120);
            };
            byte[] value = new byte[length];
            if (random.nextBoolean()) {
                random.nextBytes(value);
            }
            return value;
        }

        private static byte[] bytes(int length, byte of) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, of);
            return bytes;
        }
    }
}
