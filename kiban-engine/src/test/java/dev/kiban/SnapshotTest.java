package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.fs.MemoryFileSystem;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots beside everything that goes on in a store. */
@Timeout(120)
class SnapshotTest {

    private static final List<String> KEPT = List.of(Kiban.DEFAULT_KEYSPACE, "kept");

    private final long seed = Seed.next();
    private final SplittableRandom random = new SplittableRandom(seed);

    private static KibanOptions tiny() {
        return KibanOptions.builder()
                .memtableSize(64 * 1024)
                .levelBaseSize(64 * 1024)
                .tableSize(64 * 1024)
                .l0CompactionFiles(2)
                .build();
    }

    @Test
    void snapshotsAreUnmovedByWritesFlushesCompactionsAndDroppedKeyspaces() {
        try (Kiban db = Kiban.open(new MemoryFileSystem(), StoreImage.DIRECTORY, tiny())) {
            Map<Snapshot, List<Map<String, String>>> held = new LinkedHashMap<>();
            List<Runnable> moves =
                    List.of(() -> change(db), db::flush, () -> change(db), db::compact, () -> db.dropKeyspace("gone"));
            for (int round = 0; round < 6; round++) {
                db.keyspace("gone").put(Contents.bytes("x"), Contents.bytes("y"));
                change(db);
                held.put(db.snapshot(), contents(db, ReadOptions.latest()));
                for (Runnable move : moves) {
                    move.run();
                    held.forEach((snapshot, then) -> assertThat(contents(db, ReadOptions.at(snapshot)))
                            .as(Seed.message(seed))
                            .isEqualTo(then));
                }
                assertThat(db.metrics().snapshots().snapshots()).isEqualTo(round + 1);
            }
            Keyspace gone = db.keyspace("gone");
            db.dropKeyspace("gone");
            Snapshot first = held.keySet().iterator().next();
            assertThatThrownBy(() -> gone.get(new byte[] {1}, ReadOptions.at(first)))
                    .isInstanceOf(IllegalStateException.class);
            held.keySet().forEach(Snapshot::close);
            db.compact();
            assertThat(db.metrics().snapshots().snapshots()).isZero();
        }
    }

    @Test
    void oldVersionsGoOnceTheSnapshotThatSawThemIsClosed() {
        try (Kiban db = Kiban.open(new MemoryFileSystem(), StoreImage.DIRECTORY, tiny())) {
            byte[] key = {1};
            List<Snapshot> snapshots = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                db.put(key, new byte[] {(byte) i});
                snapshots.add(db.snapshot());
            }
            db.compact();
            assertThat(entries(db)).isEqualTo(10);
            for (int i = 0; i < 10; i++) {
                assertThat(db.get(key, ReadOptions.at(snapshots.get(i)))).containsExactly(i);
            }
            snapshots.forEach(Snapshot::close);
            db.delete(key);
            db.compact();
            assertThat(entries(db)).isZero();
        }
    }

    private static long entries(Kiban db) {
        return db.tables().tables().stream().mapToLong(table -> table.entries()).sum();
    }

    private void change(Kiban db) {
        for (int i = 0; i < 200; i++) {
            Keyspace keyspace = db.keyspace(KEPT.get(random.nextInt(2)));
            byte[] key = Contents.bytes("key-" + random.nextInt(300));
            if (random.nextInt(4) == 0) {
                keyspace.delete(key);
            } else {
                byte[] value = new byte[random.nextInt(400)];
                random.nextBytes(value);
                keyspace.put(key, value);
            }
        }
    }

    private static List<Map<String, String>> contents(Kiban db, ReadOptions at) {
        return KEPT.stream().map(name -> Contents.of(db.keyspace(name), at)).toList();
    }

    @Test
    void everySnapshotSeesBatchesWholeAcrossKeyspaces() throws InterruptedException {
        try (Kiban db = Kiban.open(new MemoryFileSystem(), StoreImage.DIRECTORY, tiny())) {
            Keyspace left = db.keyspace("left");
            Keyspace right = db.keyspace("right");
            AtomicBoolean done = new AtomicBoolean();
            AtomicLong checked = new AtomicLong();
            ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int w = 0; w < 2; w++) {
                byte writer = (byte) w;
                threads.add(new Thread(() -> {
                    for (long n = 1; n <= 4_000; n++) {
                        byte[] value = number(n);
                        byte[] padding = new byte[50];
                        WriteBatch batch = WriteBatch.create()
                                .put(left, new byte[] {writer}, value)
                                .put(left, new byte[] {writer, (byte) n, (byte) (n >> 8)}, padding)
                                .put(right, new byte[] {writer}, value);
                        db.write(batch, n % 2 == 0 ? Durability.PROCESS : Durability.BUFFERED);
                    }
                }));
            }
            List<Thread> writers = List.copyOf(threads);
            for (int r = 0; r < 2; r++) {
                threads.add(new Thread(() -> {
                    while (!done.get() || checked.get() < 100) {
                        try (Snapshot snapshot = db.snapshot()) {
                            ReadOptions at = ReadOptions.at(snapshot);
                            for (byte writer = 0; writer < 2; writer++) {
                                byte[] key = {writer};
                                assertThat(right.get(key, at)).isEqualTo(left.get(key, at));
                            }
                            checked.incrementAndGet();
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure));
                thread.start();
            }
            for (Thread writer : writers) {
                writer.join();
            }
            done.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
            assertThat(left.get(new byte[] {1})).isEqualTo(number(4_000));
            assertThat(right.get(new byte[] {1})).isEqualTo(number(4_000));
        }
    }

    private static byte[] number(long n) {
        return ByteBuffer.allocate(8).putLong(n).array();
    }
}
