package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.trace.TraceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing beside calls in flight, and calls after closing (F01). */
class CloseTest {

    @Test
    @Timeout(120)
    void closingUnderFireEndsEveryThreadWithAnIllegalStateExceptionAndLosesNothing(@TempDir Path directory)
            throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            Path path = directory.resolve("round-" + round);
            KibanOptions options = KibanOptions.builder()
                    .memtableSize(64 * 1024)
                    .levelBaseSize(256 * 1024)
                    .tableSize(64 * 1024)
                    .build();
            Kiban db = Kiban.open(path, options);
            AtomicLong written = new AtomicLong();
            ConcurrentLinkedQueue<Throwable> ends = new ConcurrentLinkedQueue<>();
            CountDownLatch running = new CountDownLatch(8);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                boolean writer = i == 0;
                Thread thread = new Thread(() -> {
                    try {
                        for (long n = 0; ; n++) {
                            if (writer) {
                                db.put(key(n), new byte[200]);
                                written.set(n + 1);
                            } else {
                                walk(db);
                            }
                            if (n == 3) {
                                running.countDown();
                            }
                        }
                    } catch (Throwable e) {
                        ends.add(e);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            running.await();
            db.close();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(ends)
                    .hasSize(8)
                    .allSatisfy(end -> assertThat(end)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("closed"));
            try (Kiban again = Kiban.open(path, options)) {
                for (long n = 0; n < written.get(); n++) {
                    assertThat(again.get(key(n))).hasSize(200);
                }
            }
        }
    }

    private static void walk(Kiban db) {
        try (Cursor cursor = db.scan(KeyRange.all())) {
            for (int i = 0; i < 100 && cursor.next(); i++) {
                assertThat(cursor.value()).hasSize(200);
                db.get(cursor.key());
            }
        }
    }

    @Test
    void everyMethodOfEveryObjectOfAClosedStoreThrowsIllegalStateException() {
        Kiban db = Kiban.openInMemory(KibanOptions.defaults());
        byte[] key = {1};
        db.put(key, key);
        Keyspace keyspace = db.keyspace("other");
        Snapshot snapshot = db.snapshot();
        Cursor cursor = db.scan(KeyRange.all());
        assertThat(cursor.next()).isTrue();
        WriteBatch batch = WriteBatch.create().put(key, key);
        db.close();
        List<ThrowingCallable> calls = List.of(
                () -> db.put(key, key),
                () -> db.delete(key),
                () -> db.get(key),
                () -> db.get(key, (b, o, l) -> l),
                () -> db.get(key, ReadOptions.at(snapshot)),
                () -> db.scan(KeyRange.all()),
                () -> db.write(batch),
                () -> db.write(batch, Durability.SYNC),
                db::sync,
                db::snapshot,
                db::flush,
                db::compact,
                () -> db.keyspace("other"),
                () -> db.keyspace("new"),
                db::keyspaces,
                () -> db.startTrace(TraceOptions.defaults()),
                db::liveTrace,
                () -> db.dropKeyspace("other"),
                () -> keyspace.put(key, key),
                () -> keyspace.delete(key),
                () -> keyspace.get(key),
                () -> keyspace.contains(key),
                () -> keyspace.scan(KeyRange.all()),
                cursor::next);
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        }
        assertThat(db.isClosed()).isTrue();
        db.close();
        cursor.close();
        snapshot.close();
    }

    @Test
    void cursorsAndSnapshotsThatWereClosedSaySo() {
        try (Kiban db = Kiban.openInMemory(KibanOptions.defaults())) {
            db.put(new byte[] {1}, new byte[] {2});
            Cursor cursor = db.scan(KeyRange.all());
            assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
            cursor.close();
            cursor.close();
            assertThatThrownBy(cursor::next)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cursor");
            Snapshot snapshot = db.snapshot();
            snapshot.close();
            snapshot.close();
            assertThatThrownBy(() -> db.get(new byte[] {1}, ReadOptions.at(snapshot)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("snapshot");
            assertThatThrownBy(() -> db.scan(KeyRange.all(), ReadOptions.at(snapshot)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("snapshot");
            assertThat(db.metrics().snapshots().cursors()).isZero();
            assertThat(db.metrics().snapshots().snapshots()).isZero();
        }
    }

    private static byte[] key(long n) {
        return String.format("key-%010d", n).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
}
