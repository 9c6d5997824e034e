package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.RecordingFileSystem;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which calls of the file system each durability costs, in which order. */
class DurabilityTest {

    private static final byte[] KEY = {1, 2, 3};
    private static final byte[] VALUE = new byte[20];

    private final MemoryFileSystem files = new MemoryFileSystem();
    private final RecordingFileSystem fs = new RecordingFileSystem(files);
    private final KibanResources resources = KibanResources.create(0, 1);

    /** The timer is busy until the end: it would hand buffered writes on after a second. */
    private final CountDownLatch ended = occupy(resources.shared().timer());

    private final Kiban db = Kiban.open(
            fs,
            StoreImage.DIRECTORY,
            KibanOptions.builder().memtableSize(64 * 1024).resources(resources).build());

    /** Keeps the one thread of the executor busy until the latch is counted down. */
    private static CountDownLatch occupy(Executor executor) {
        CountDownLatch latch = new CountDownLatch(1);
        executor.execute(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return latch;
    }

    @BeforeEach
    void forgetTheOpening() {
        fs.takeScript();
    }

    @AfterEach
    void close() {
        db.close();
        ended.countDown();
        resources.close();
    }

    @Test
    void aBufferedPutTouchesNoFile() {
        db.put(KEY, VALUE, Durability.BUFFERED);
        assertThat(fs.takeScript()).isEmpty();
        assertThat(db.get(KEY)).isEqualTo(VALUE);
        assertThat(db.metrics().wal().bufferedBytes()).isGreaterThan(0);
    }

    @Test
    void aProcessPutIsOneWrite() {
        db.put(KEY, VALUE, Durability.PROCESS);
        assertThat(fs.takeScript()).containsExactly("write 000002.wal 64 +72");
    }

    @Test
    void aSyncPutIsOneWriteAndOneSync() {
        db.put(KEY, VALUE, Durability.SYNC);
        assertThat(fs.takeScript()).containsExactly("write 000002.wal 64 +72", "sync 000002.wal");
    }

    @Test
    void aSyncPutWritesTheBufferedOnesBeforeItInOneWrite() {
        db.put(KEY, VALUE, Durability.BUFFERED);
        db.put(KEY, VALUE, Durability.BUFFERED);
        db.put(KEY, VALUE, Durability.SYNC);
        assertThat(fs.takeScript()).containsExactly("write 000002.wal 64 +216", "sync 000002.wal");
        assertThat(db.metrics().durableSequence()).isEqualTo(3);
    }

    @Test
    void aProcessPutWritesTheBufferedOnesBeforeItInOneWrite() {
        db.put(KEY, VALUE, Durability.BUFFERED);
        db.put(KEY, VALUE, Durability.PROCESS);
        assertThat(fs.takeScript()).containsExactly("write 000002.wal 64 +144");
        assertThat(db.metrics().wal().bufferedBytes()).isZero();
    }

    @Test
    void syncMakesWhatWasWrittenDurableAndCostsNothingWhenItIs() {
        db.put(KEY, VALUE, Durability.PROCESS);
        fs.takeScript();
        db.sync();
        assertThat(fs.takeScript()).containsExactly("sync 000002.wal");
        db.sync();
        assertThat(fs.takeScript()).isEmpty();
    }

    @Test
    void syncWritesBufferedPutsFirst() {
        db.put(KEY, VALUE, Durability.BUFFERED);
        db.sync();
        assertThat(fs.takeScript()).containsExactly("write 000002.wal 64 +72", "sync 000002.wal");
    }

    @Test
    void anEmptySyncBatchMakesEarlierWritesDurable() {
        db.put(KEY, VALUE, Durability.PROCESS);
        fs.takeScript();
        db.write(WriteBatch.create(), Durability.SYNC);
        assertThat(fs.takeScript()).containsExactly("sync 000002.wal");
    }

    @Test
    void aBatchIsOneWriteHoweverManyItHolds() {
        WriteBatch batch = WriteBatch.create();
        for (int i = 0; i < 100; i++) {
            batch.put(new byte[] {(byte) i}, VALUE);
        }
        db.write(batch, Durability.SYNC);
        assertThat(fs.takeScript()).hasSize(2).last().isEqualTo("sync 000002.wal");
    }

    @Test
    void aFlushSyncsTheLogThenTheTableThenTheManifestAndOnlyThenDeletes() {
        db.put(KEY, VALUE, Durability.BUFFERED);
        db.flush();
        while (files.exists(StoreImage.DIRECTORY.resolve("000002.wal"))) {
            Thread.onSpinWait(); // it is deleted in the background
        }
        assertThat(fs.takeScript())
                .containsExactly(
                        "write 000002.wal 64 +72",
                        "create 000003.wal",
                        "write 000003.wal 0 +65536",
                        "sync 000003.wal",
                        "syncDirectory store",
                        "write MANIFEST-000001 109 +14",
                        "sync MANIFEST-000001",
                        "sync 000002.wal",
                        "close 000002.wal",
                        "create 000004.sst",
                        "write 000004.sst 0 +286",
                        "sync 000004.sst",
                        "close 000004.sst",
                        "syncDirectory store",
                        "write MANIFEST-000001 123 +40",
                        "sync MANIFEST-000001",
                        "delete 000002.wal");
    }

    @Test
    void aSyncAfterARotationCoversTheOldLogFirst() {
        CountDownLatch flushed = occupy(resources.shared().flushes());
        db.put(KEY, new byte[64 * 1024], Durability.PROCESS);
        fs.takeScript();
        db.put(KEY, VALUE, Durability.SYNC);
        assertThat(fs.takeScript())
                .containsExactly(
                        "create 000003.wal",
                        "write 000003.wal 0 +65536",
                        "sync 000003.wal",
                        "syncDirectory store",
                        "write MANIFEST-000001 109 +14",
                        "sync MANIFEST-000001",
                        "write 000003.wal 64 +72",
                        "sync 000002.wal",
                        "sync 000003.wal",
                        "close 000002.wal");
        flushed.countDown();
    }

    @Test
    void closingWritesAndSyncsWhatIsBufferedAndSaysThatAllIsDurable() {
        db.put(KEY, VALUE, Durability.BUFFERED);
        db.close();
        assertThat(fs.takeScript())
                .containsExactly(
                        "write 000002.wal 64 +72",
                        "sync 000002.wal",
                        "write 000002.wal 136 +40",
                        "sync 000002.wal",
                        "close 000002.wal",
                        "close MANIFEST-000001");
    }

    @Test
    void closingAStoreWithoutWritesLeavesItsLogAlone() {
        db.close();
        assertThat(fs.takeScript()).containsExactly("close 000002.wal", "close MANIFEST-000001");
    }
}
