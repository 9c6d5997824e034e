package dev.kiban.internal.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.OperationCodec;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.fs.RealFileSystem;
import dev.kiban.internal.wal.WalFixture.Group;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalWriterTest {

    private static final byte[] PAYLOAD = {1, 2, 3, 4, 5};

    private final WalFixture wal = new WalFixture();

    @Test
    void theCallsOfCreateAppendAndSyncAreThese() throws IOException {
        WalWriter log = wal.create(7);
        log.append(PAYLOAD, 0, 5, 1, 1, 0, false);
        log.append(PAYLOAD, 0, 5, 2, 1, 0, true);
        log.append(PAYLOAD, 0, 5, 3, 1, 0, true);
        log.append(PAYLOAD, 0, 5, 4, 1, 0, false);
        log.sync();
        log.append(PAYLOAD, 0, 5, 5, 1, 4, true);
        log.flushBuffer();
        log.flushBuffer();
        log.close();
        assertThat(wal.fs.takeScript())
                .containsExactly(
                        "create 000007.wal",
                        "write 000007.wal 0 +65536",
                        "sync 000007.wal",
                        "syncDirectory store",
                        "write 000007.wal 64 +48",
                        "write 000007.wal 112 +144",
                        "sync 000007.wal",
                        "write 000007.wal 256 +48",
                        "close 000007.wal");
    }

    @Test
    void anUnbufferedAppendIsOneWriteAndNoSync() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (WalWriter log = wal.create(1)) {
            wal.fs.takeScript();
            for (int i = 0; i < 500; i++) {
                log.append(new byte[100_000], 0, random.nextInt(i % 50 == 0 ? 100_000 : 3000), i, 1, 0, false);
                assertThat(wal.fs.takeScript()).hasSize(1).allMatch(call -> call.startsWith("write "));
            }
        }
    }

    @Test
    void theFileGrowsByWholeStepsOfZeros() throws IOException {
        try (WalWriter log = WalWriter.create(wal.fs, wal.directory, 1, 0, 0, 4096)) {
            assertThat(log.size()).isEqualTo(4096);
            long steps = 1;
            for (int i = 0; i < 200; i++) {
                log.append(new byte[1000], 0, 1000, i, 1, 0, false);
                assertThat(log.size() % 4096).isZero();
                assertThat(log.size()).isBetween(log.position(), log.position() + 4095);
                assertThat(wal.fs.size(log.file())).isEqualTo(log.size());
                steps = log.size() / 4096;
            }
            assertThat(steps).isEqualTo((64 + 200 * 1040 + 4095) / 4096);
            long position = log.position();
            log.append(new byte[5000], 0, 5000, 200, 1, 0, false); // larger than a step: no zeros
            assertThat(log.size()).isEqualTo(position + 5040).isEqualTo(log.position());
            log.append(PAYLOAD, 0, 5, 201, 1, 0, false);
            assertThat(log.size() % 4096).isZero();
            assertThat(log.bytesWritten()).isGreaterThanOrEqualTo(log.size());
        }
    }

    @Test
    void operationsAreEncodedInPlaceAndAnUnfinishedGroupIsForgotten() throws IOException {
        List<String> seen = new ArrayList<>();
        try (WalWriter log = wal.create(1)) {
            OperationCodec.put(log.beginGroup(0), 1, new byte[3], new byte[9]);
            ByteWriter out = log.beginGroup(30);
            OperationCodec.put(out, 5, new byte[] {1}, new byte[] {2, 3});
            OperationCodec.delete(out, 6, new byte[] {});
            log.endGroup(10, 2, 9, true);
            OperationCodec.put(log.beginGroup(0), 1, new byte[3], new byte[9]);
            log.flushBuffer();
            assertThatThrownBy(() -> log.endGroup(12, 1, 9, false)).isInstanceOf(IllegalStateException.class);
            assertThat(log.position()).isEqualTo(log.writtenPosition());
        }
        try (WalReader reader = wal.open(1)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.firstSequence()).isEqualTo(10);
            assertThat(reader.nextSequence()).isEqualTo(12);
            int count = reader.forEachOperation((kind, keyspace, keyAt, keyLength, valueAt, valueLength) ->
                    seen.add(kind + " " + keyspace + " " + keyLength + " " + valueLength + " "
                            + (valueLength == 0 ? "" : reader.payload()[valueAt])));
            assertThat(count).isEqualTo(2);
            assertThat(reader.next()).isFalse();
        }
        assertThat(seen).containsExactly("1 5 1 2 2", "0 6 0 0 ");
    }

    @Test
    void bufferedGroupsStayInMemoryUntilThereAreTooMany() throws IOException {
        try (WalWriter log = wal.create(1)) {
            wal.fs.takeScript();
            int groups = 0;
            while (wal.fs.takeScript().isEmpty()) {
                assertThat(log.bufferedBytes()).isLessThan(WalWriter.BUFFER_LIMIT);
                log.append(new byte[1000], 0, 1000, groups, 1, 0, true);
                groups++;
            }
            assertThat(groups).isEqualTo((WalWriter.BUFFER_LIMIT + 1039) / 1040);
            assertThat(log.bufferedBytes()).isZero();
            assertThat(wal.read(1)).hasSize(groups);
            log.append(PAYLOAD, 0, 5, groups, 1, 0, true);
        }
        assertThat(wal.read(1)).hasSize((WalWriter.BUFFER_LIMIT + 1039) / 1040); // a close flushes nothing
    }

    @Test
    void aShortAppendIsRefusedAndTheNextOneTakesItsPlace() throws IOException {
        try (WalWriter log = wal.create(1)) {
            log.append(PAYLOAD, 0, 5, 1, 1, 0, false);
            long position = log.position();
            wal.fs.takeScript();
            wal.fs.failWrites(1);
            byte[] large = new byte[3000];
            assertThatThrownBy(() -> log.append(large, 0, 3000, 2, 1, 0, false)).isInstanceOf(NoSpaceException.class);
            assertThat(log.position()).isEqualTo(position);
            assertThat(wal.read(1)).containsExactly(Group.of(1, 1, 0, PAYLOAD));
            log.append(PAYLOAD, 1, 4, 2, 1, 0, false);
            assertThat(wal.fs.takeScript())
                    .containsExactly(
                            "write 000001.wal " + position + " +3040",
                            "write 000001.wal " + position + " +40",
                            "write 000001.wal " + position + " +48");
        }
        assertThat(wal.read(1)).containsExactly(Group.of(1, 1, 0, PAYLOAD), Group.of(2, 1, 0, new byte[] {2, 3, 4, 5}));
    }

    @Test
    void aRefusedGroupThatReachedTheFileIsNotReadAgain() throws IOException {
        try (WalWriter log = WalWriter.create(wal.fs, wal.directory, 1, WalFixture.HIGH, WalFixture.LOW, 4096)) {
            log.append(new byte[3900], 0, 3900, 1, 1, 0, false);
            wal.fs.failWrites(1); // the first half holds all of the group; the rest is zeros
            assertThatThrownBy(() -> log.append(new byte[200], 0, 200, 2, 1, 0, false))
                    .isInstanceOf(NoSpaceException.class);
            assertThat(wal.read(1)).hasSize(1);
        }
    }

    @Test
    void aFailedFlushKeepsTheBufferedGroups() throws IOException {
        List<Group> expected = new ArrayList<>();
        try (WalWriter log = wal.create(1)) {
            for (int i = 0; i < 3; i++) {
                log.append(PAYLOAD, 0, 5, i, 1, 0, true);
                expected.add(Group.of(i, 1, 0, PAYLOAD));
            }
            int buffered = log.bufferedBytes();
            wal.fs.failWrites(2);
            assertThatThrownBy(log::flushBuffer).isInstanceOf(NoSpaceException.class);
            assertThatThrownBy(log::flushBuffer).isInstanceOf(NoSpaceException.class);
            wal.fs.failWrites(2); // the group and its withdrawal
            assertThatThrownBy(() -> log.append(PAYLOAD, 0, 5, 3, 1, 0, false)).isInstanceOf(NoSpaceException.class);
            assertThat(log.bufferedBytes()).isEqualTo(buffered);
            log.append(PAYLOAD, 0, 4, 3, 1, 0, false);
            expected.add(Group.of(3, 1, 0, new byte[] {1, 2, 3, 4}));
        }
        assertThat(wal.read(1)).isEqualTo(expected);
    }

    @Test
    void aFailedSelfFlushRefusesOnlyTheGroupAtHand() throws IOException {
        try (WalWriter log = wal.create(1)) {
            log.append(new byte[100_000], 0, 100_000, 1, 1, 0, true);
            wal.fs.failWrites(1);
            assertThatThrownBy(() -> log.append(new byte[200_000], 0, 200_000, 2, 1, 0, true))
                    .isInstanceOf(NoSpaceException.class);
            log.append(PAYLOAD, 0, 5, 2, 1, 0, true);
            log.flushBuffer();
        }
        assertThat(wal.read(1)).containsExactly(Group.of(1, 1, 0, new byte[100_000]), Group.of(2, 1, 0, PAYLOAD));
    }

    @Test
    void afterAFailedSyncTheLogIsNotTouchedAgain() throws IOException {
        try (WalWriter log = wal.create(1)) {
            log.append(PAYLOAD, 0, 5, 1, 1, 0, true);
            wal.fs.failSyncs(1);
            assertThatThrownBy(log::sync).isInstanceOf(IOException.class);
            wal.fs.takeScript();
            assertThatThrownBy(log::sync).isInstanceOf(IOException.class);
            assertThatThrownBy(log::flushBuffer).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> log.append(PAYLOAD, 0, 5, 2, 1, 0, false)).isInstanceOf(IOException.class);
            assertThat(wal.fs.takeScript()).isEmpty();
        }
    }

    @Test
    void syncsBesideAppendsOnARealFileDisturbNeither(@TempDir Path directory) throws Exception {
        WalFixture real = new WalFixture(new RealFileSystem(), directory.resolve("store"));
        List<Group> expected = new ArrayList<>();
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (WalWriter log =
                WalWriter.create(new RealFileSystem(), real.directory, 1, WalFixture.HIGH, WalFixture.LOW, 1024)) {
            Future<Integer> syncer = pool.submit(() -> {
                int syncs = 0;
                for (; syncs == 0 || !stop.get(); syncs++) {
                    Thread.currentThread().interrupt();
                    log.sync();
                }
                return syncs;
            });
            SplittableRandom random = new SplittableRandom(3);
            for (int i = 0; i < 2000; i++) {
                byte[] payload = new byte[random.nextInt(500)];
                random.nextBytes(payload);
                log.append(payload, 0, payload.length, i, 1, 0, random.nextBoolean());
                expected.add(Group.of(i, 1, 0, payload));
            }
            log.flushBuffer();
            stop.set(true);
            assertThat(syncer.get()).isPositive();
        } finally {
            pool.shutdownNow();
        }
        assertThat(real.read(1)).isEqualTo(expected);
    }

    @Test
    void aFailedCreationLeavesNoFile() throws IOException {
        wal.fs.failWrites(1);
        assertThatThrownBy(() -> wal.create(1)).isInstanceOf(NoSpaceException.class);
        wal.fs.failSyncs(1);
        assertThatThrownBy(() -> wal.create(1)).isInstanceOf(IOException.class);
        assertThat(wal.fs.list(wal.directory)).isEmpty();
        wal.create(1).close();
        assertThat(wal.read(1)).isEmpty();
    }

    @Test
    void mistakesOfTheCallerAreRefused() throws IOException {
        assertThatThrownBy(() -> wal.create(0)).isInstanceOf(IllegalArgumentException.class);
        try (WalWriter log = wal.create(1)) {
            assertThatThrownBy(() -> log.append(PAYLOAD, 0, 5, 1, -1, 0, false))
                    .isInstanceOf(IllegalArgumentException.class);
            log.append(PAYLOAD, 0, 0, 1, 0, 0, false);
        }
        assertThat(wal.read(1)).containsExactly(Group.of(1, 0, 0, new byte[0]));
    }

    @Test
    void namesOfLogsAreRecognized() {
        assertThat(wal.file(1).getFileName()).hasToString("000001.wal");
        assertThat(wal.file(1_234_567).getFileName()).hasToString("1234567.wal");
        assertThat(WalFormat.logNumber("000001.wal")).hasValue(1);
        assertThat(WalFormat.logNumber("1234567.wal")).hasValue(1_234_567);
        for (String other :
                List.of("000000.wal", "1.wal", "0000001.wal", "000001.sst", "000001.wal.tmp", "-00001.wal", "")) {
            assertThat(WalFormat.logNumber(other)).as(other).isEmpty();
        }
    }
}
