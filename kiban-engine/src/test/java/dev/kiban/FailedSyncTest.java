package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.WatchedFileSystem.Call;
import dev.kiban.event.BackgroundError;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.StoreState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One failed sync of each kind of file (F12, F13). */
@Timeout(120)
class FailedSyncTest {

    private static final Path DIRECTORY = StoreImage.DIRECTORY;

    /** Fails the n-th sync of files of a kind, and writes down what the store does afterwards. */
    private static final class FailingSync implements WatchedFileSystem.Watch {

        private final String pattern;
        private final int failing;
        private final AtomicInteger syncs = new AtomicInteger();
        private final ConcurrentLinkedQueue<String> afterwards = new ConcurrentLinkedQueue<>();
        private final WatchedFileSystem fs;
        private volatile String failed = "";
        private volatile StoreImage lastSynced;

        FailingSync(WatchedFileSystem fs, String pattern, int failing) {
            this.fs = fs;
            this.pattern = pattern;
            this.failing = failing;
            this.lastSynced = fs.image();
        }

        @Override
        public void before(Call call, String name) throws IOException {
            if (!failed.isEmpty()) {
                afterwards.add(call + " " + name);
                return;
            }
            if (call == Call.SYNC && name.matches(pattern)) {
                if (syncs.incrementAndGet() == failing) {
                    failed = name;
                    throw new IOException("Input/output error");
                }
                lastSynced = fs.image();
            }
        }

        boolean hasFailed() {
            return !failed.isEmpty();
        }
    }

    private final Map<String, String> acknowledged = new TreeMap<>();

    @Test
    void afterAFailedSyncOfTheLogNothingIsAcknowledgedAndNothingIsLost() {
        for (int n = 1; n <= 6; n++) {
            acknowledged.clear();
            WatchedFileSystem fs = new WatchedFileSystem();
            Kiban db = Kiban.open(fs, DIRECTORY, KibanOptions.defaults());
            put(db, "tabled", Durability.PROCESS);
            db.flush();
            while (fs.image().names(".*\\.wal").size() > 1) {
                Thread.onSpinWait(); // the old log is deleted in the background
            }
            FailingSync watch = new FailingSync(fs, ".*\\.wal", n);
            fs.watch(watch);
            int written = 0;
            while (!watch.hasFailed()) {
                String key = "key-" + written++;
                if (written % 2 == 0) {
                    put(db, key, Durability.PROCESS);
                    continue;
                }
                try {
                    put(db, key, Durability.SYNC);
                } catch (StoreFailedException e) {
                    assertThat(watch.hasFailed()).isTrue();
                    assertThat(e)
                            .hasMessageContaining("takes no more writes")
                            .hasRootCauseMessage("Input/output error");
                }
            }
            assertReadOnly(db);
            assertThatThrownBy(db::sync).isInstanceOf(StoreFailedException.class);
            assertThatThrownBy(db::flush).isInstanceOf(StoreFailedException.class);
            assertThat(Contents.of(db.keyspace(), ReadOptions.latest())).containsAllEntriesOf(acknowledged);
            StoreImage crash = fs.image();
            closeFailed(db);
            assertThat(watch.afterwards)
                    .doesNotContain("SYNC " + watch.failed)
                    .noneMatch(call -> call.startsWith("DELETE") || call.startsWith("CREATE"));
            assertHoldsAcknowledged(crash);
            assertHoldsAcknowledged(fs.image());
        }
    }

    @Test
    void aFailedSyncEndsEveryoneWhoWaitsForIt() throws InterruptedException {
        WatchedFileSystem fs = new WatchedFileSystem();
        Kiban db = Kiban.open(fs, DIRECTORY, KibanOptions.defaults());
        FailingSync watch = new FailingSync(fs, ".*\\.wal", 20);
        fs.watch(watch);
        ConcurrentLinkedQueue<Throwable> ends = new ConcurrentLinkedQueue<>();
        Map<String, String> known = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[6];
        for (int t = 0; t < threads.length; t++) {
            int thread = t;
            threads[t] = new Thread(() -> {
                try {
                    for (int i = 0; ; i++) {
                        String key = thread + "-" + i;
                        Durability durability = thread % 2 == 0 ? Durability.SYNC : Durability.PROCESS;
                        db.put(Contents.bytes(key), Contents.bytes(key), durability);
                        known.put(key, key);
                    }
                } catch (Throwable e) {
                    ends.add(e);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ends).hasSize(6).allSatisfy(end -> assertThat(end).isInstanceOf(StoreFailedException.class));
        acknowledged.putAll(known);
        closeFailed(db);
        assertThat(watch.afterwards).doesNotContain("SYNC " + watch.failed);
        assertHoldsAcknowledged(fs.image());
    }

    /** Closing cannot sync any more, so it says what is not known to be durable; once, and the store is closed. */
    private static void closeFailed(Kiban db) {
        KibanMetrics last = db.metrics();
        if (last.durableSequence() < last.visibleSequence()) {
            assertThatThrownBy(db::close)
                    .isInstanceOf(StoreFailedException.class)
                    .hasMessageContaining("after number " + last.durableSequence());
        }
        db.close();
        assertThat(db.isClosed()).isTrue();
    }

    @Test
    void afterAFailedSyncOfTheManifestNoFileGoesAndEveryTableIsFoundAgain() {
        int failures = 0;
        for (int n = 1; n <= 12; n++) {
            acknowledged.clear();
            WatchedFileSystem fs = new WatchedFileSystem();
            Kiban db = Kiban.open(fs, DIRECTORY, KibanOptions.defaults());
            FailingSync watch = new FailingSync(fs, "MANIFEST.*", n);
            fs.watch(watch);
            try {
                put(db, "first", Durability.PROCESS);
                db.keyspace("other").put(Contents.bytes("a"), Contents.bytes("b"));
                for (int round = 0; round < 3; round++) {
                    db.flush();
                    put(db, "round-" + round, Durability.PROCESS);
                    put(db, "same", Durability.PROCESS);
                }
                db.compact();
                db.dropKeyspace("other");
                put(db, "last", Durability.PROCESS);
                db.flush();
            } catch (StoreFailedException e) {
                assertThat(watch.hasFailed()).as("sync %d", n).isTrue();
            }
            if (!watch.hasFailed()) {
                db.close();
                continue;
            }
            failures++;
            assertReadOnly(db);
            assertThat(Contents.of(db.keyspace(), ReadOptions.latest())).isEqualTo(acknowledged);
            StoreImage landed = fs.image();
            List<String> tables = tables(db); // as of the last edit that was synced
            closeFailed(db);
            // A deletion that an earlier, durable edit allows may be under way in the background.
            assertThat(watch.afterwards)
                    .as("sync %d", n)
                    .doesNotContain("SYNC " + watch.failed)
                    .noneMatch(call -> tables.stream().anyMatch(table -> call.equals("DELETE " + table)));
            assertHoldsAcknowledged(landed);
            byte[] synced = watch.lastSynced.files().get(watch.failed);
            if (synced != null) {
                StoreImage lost = landed.with(watch.failed, synced);
                assertThat(lost.names(".*\\.sst")).containsAll(tables);
                assertHoldsAcknowledged(lost);
            }
        }
        assertThat(failures).isGreaterThanOrEqualTo(8);
    }

    @Test
    void aTableWhoseSyncFailedIsDiscardedAndWrittenAnew() {
        WatchedFileSystem fs = new WatchedFileSystem();
        ConcurrentLinkedQueue<BackgroundError> errors = new ConcurrentLinkedQueue<>();
        KibanOptions options = KibanOptions.builder()
                .listener(event -> {
                    if (event instanceof BackgroundError error) {
                        errors.add(error);
                    }
                })
                .build();
        Kiban db = Kiban.open(fs, DIRECTORY, options);
        put(db, "a", Durability.PROCESS);
        FailingSync watch = new FailingSync(fs, ".*\\.sst", 1);
        fs.watch(watch);
        assertThatThrownBy(db::flush)
                .isInstanceOf(StorageException.class)
                .isNotInstanceOf(StoreFailedException.class)
                .hasMessageContaining("Input/output error");
        assertThat(db.metrics().state()).isEqualTo(StoreState.OPEN);
        put(db, "b", Durability.SYNC);
        assertThat(db.get(Contents.bytes("a"))).isNotNull();
        db.flush();
        assertThat(watch.afterwards).contains("DELETE " + watch.failed).doesNotContain("SYNC " + watch.failed);
        assertThat(fs.image().names(".*")).doesNotContain(watch.failed);
        assertThat(db.tables().tables()).isNotEmpty();
        assertThat(db.metrics().flushes().failures()).isEqualTo(1);
        assertThat(Contents.of(db.keyspace(), ReadOptions.latest())).isEqualTo(acknowledged);
        db.close();
        assertThat(errors).extracting(BackgroundError::component).containsExactly("flush");
        assertHoldsAcknowledged(fs.image());
    }

    private void put(Kiban db, String key, Durability durability) {
        db.put(Contents.bytes(key), Contents.bytes("value of " + key), durability);
        acknowledged.put(key, "value of " + key);
    }

    private static List<String> tables(Kiban db) {
        return db.tables().tables().stream()
                .map(table -> String.format("%06d.sst", table.number()))
                .toList();
    }

    private static void assertReadOnly(Kiban db) {
        byte[] key = {1};
        for (Durability durability : Durability.values()) {
            assertThatThrownBy(() -> db.put(key, key, durability)).isInstanceOf(StoreFailedException.class);
        }
        List<Runnable> calls = List.of(
                () -> db.delete(key), () -> db.write(WriteBatch.create().put(key, key)), () -> db.keyspace("new"));
        calls.forEach(call -> assertThatThrownBy(call::run).isInstanceOf(StoreFailedException.class));
        assertThat(db.metrics().state()).isEqualTo(StoreState.READ_ONLY);
        assertThat(db.get(key)).isNull();
    }

    private void assertHoldsAcknowledged(StoreImage image) {
        try (Kiban db = Kiban.open(image.toFileSystem(), DIRECTORY, KibanOptions.defaults())) {
            assertThat(Contents.of(db.keyspace(), ReadOptions.latest())).containsAllEntriesOf(acknowledged);
        }
    }
}
