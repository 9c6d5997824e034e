package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.WatchedFileSystem.Call;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.metrics.StoreState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The volume fills up at each write that the store makes, and gets space again (F10, F11). */
@Timeout(120)
class DiskFullTest {

    private static final Path DIRECTORY = StoreImage.DIRECTORY;

    /** How long the volume stays full, and what the caller does about a refused call. */
    private enum Episode {
        ONE_CALL_AND_THE_CALLER_RETRIES,
        ONE_CALL_AND_THE_CALLER_GIVES_UP,
        UNTIL_THE_CALLER_MAKES_SPACE_AND_RETRIES
    }

    /** Lets creations and writes fail from the n-th on. */
    private static final class Volume implements WatchedFileSystem.Watch {

        private final AtomicInteger calls = new AtomicInteger();
        private volatile int fullFrom = Integer.MAX_VALUE;
        private volatile int fullTo = Integer.MAX_VALUE;
        private volatile String refused = "";

        @Override
        public void before(Call call, String name) throws NoSpaceException {
            if (call == Call.CREATE || call == Call.WRITE) {
                int n = calls.incrementAndGet();
                if (n >= fullFrom && n < fullTo) {
                    refused = call + " " + name;
                    throw new NoSpaceException("No space left on device");
                }
            }
        }

        boolean metFull() {
            return !refused.isEmpty();
        }
    }

    /** A step of the script: what is done to the store, and to the model once it was accepted. */
    private record Step(Runnable call, Runnable accepted) {}

    private final Map<String, Map<String, String>> model = new TreeMap<>();
    private final KibanResources resources = KibanResources.create(0, 1);
    private final KibanOptions options =
            KibanOptions.builder().memtableSize(1 << 20).resources(resources).build();

    @AfterEach
    void closeResources() {
        resources.close();
    }

    @Test
    void aFullVolumeAtAnyWriteRefusesCallsAndLosesNothing() {
        for (Episode episode : Episode.values()) {
            boolean met = true;
            int n = 1;
            for (; met; n++) {
                met = run(episode, n);
            }
            assertThat(n).as("writes of the script").isGreaterThan(30);
        }
    }

    private boolean run(Episode episode, int n) {
        String what = episode + " at write " + n;
        model.clear();
        WatchedFileSystem fs = new WatchedFileSystem();
        Volume volume = new Volume();
        Kiban db = Kiban.open(fs, DIRECTORY, options);
        fs.watch(volume);
        volume.fullTo = episode == Episode.UNTIL_THE_CALLER_MAKES_SPACE_AND_RETRIES ? Integer.MAX_VALUE : n + 1;
        volume.fullFrom = n;
        for (Step step : script(db)) {
            if (accepts(step, what + " " + volume.refused)) {
                continue;
            }
            assertThat(volume.metFull()).as(what).isTrue();
            assertThat(Contents.of(db)).as(what + " refused " + volume.refused).isEqualTo(model);
            assertThat(db.metrics().state()).isEqualTo(StoreState.OPEN);
            if (episode == Episode.UNTIL_THE_CALLER_MAKES_SPACE_AND_RETRIES) {
                assertThat(accepts(step, what)).as(what + " still full").isFalse();
                volume.fullFrom = Integer.MAX_VALUE;
            }
            if (episode != Episode.ONE_CALL_AND_THE_CALLER_GIVES_UP) {
                assertThat(accepts(step, what)).as(what + " retried").isTrue();
            }
        }
        volume.fullFrom = Integer.MAX_VALUE;
        db.put(new byte[] {1}, new byte[] {1});
        db.delete(new byte[] {1}, Durability.SYNC);
        assertThat(Contents.of(db)).as(what).isEqualTo(model);
        StoreImage crash = fs.image();
        db.close();
        for (StoreImage image : List.of(crash, fs.image())) {
            try (Kiban again = Kiban.open(image.toFileSystem(), DIRECTORY, options)) {
                assertThat(Contents.of(again)).as(what + " reopened").isEqualTo(model);
                again.flush();
                again.compact();
                assertThat(Contents.of(again)).as(what + " compacted").isEqualTo(model);
            }
        }
        return volume.metFull();
    }

    private static boolean accepts(Step step, String what) {
        try {
            step.call.run();
        } catch (DiskFullException e) {
            assertThat(e).hasMessageContaining("full").hasRootCauseInstanceOf(NoSpaceException.class);
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
        step.accepted.run();
        return true;
    }

    private List<Step> script(Kiban db) {
        List<Step> steps = new ArrayList<>();
        Runnable nothing = () -> {};
        for (int round = 0; round < 3; round++) {
            for (Durability durability : Durability.values()) {
                steps.add(put(db, Kiban.DEFAULT_KEYSPACE, "key-" + durability, round, durability));
            }
            steps.add(new Step(() -> db.keyspace("other"), nothing));
            steps.add(put(db, "other", "a", round, Durability.PROCESS));
            steps.add(put(db, "other", "b" + round, round, Durability.BUFFERED));
            steps.add(new Step(db::sync, nothing));
            steps.add(new Step(db::flush, nothing));
            String removed = "key-SYNC";
            steps.add(new Step(
                    () -> db.delete(Contents.bytes(removed)),
                    () -> entries(Kiban.DEFAULT_KEYSPACE).remove(removed)));
            if (round == 1) {
                steps.add(new Step(() -> db.dropKeyspace("other"), () -> model.remove("other")));
            }
        }
        steps.add(new Step(db::compact, nothing));
        steps.add(put(db, Kiban.DEFAULT_KEYSPACE, "last", 9, Durability.SYNC));
        steps.add(new Step(db::compact, nothing));
        return steps;
    }

    private Step put(Kiban db, String keyspace, String key, int round, Durability durability) {
        String value = ("value " + round + " of " + key + " ").repeat(20);
        return new Step(
                () -> db.keyspace(keyspace).put(Contents.bytes(key), Contents.bytes(value), durability),
                () -> entries(keyspace).put(key, value));
    }

    private Map<String, String> entries(String keyspace) {
        return model.computeIfAbsent(keyspace, any -> new TreeMap<>());
    }

    @Test
    void flushesThatMetAFullVolumeAreMadeUpForWithoutACall() {
        WatchedFileSystem fs = new WatchedFileSystem();
        AtomicBoolean full = new AtomicBoolean(true);
        AtomicInteger refused = new AtomicInteger();
        fs.watch((call, name) -> {
            if (full.get() && call == Call.WRITE && name.endsWith(".sst")) {
                refused.incrementAndGet();
                throw new NoSpaceException("No space left on device");
            }
        });
        KibanOptions tiny = options.toBuilder()
                .memtableSize(64 * 1024)
                .maxSealedMemtables(16)
                .build();
        try (Kiban db = Kiban.open(fs, DIRECTORY, tiny)) {
            for (int i = 0; i < 9; i++) {
                db.put(new byte[] {(byte) i}, new byte[16 * 1024]);
            }
            while (refused.get() == 0) {
                Thread.onSpinWait();
            }
            assertThat(db.metrics().memtables().sealedCount()).isPositive();
            full.set(false);
            while (db.metrics().memtables().sealedCount() > 0) {
                Thread.onSpinWait();
            }
            assertThat(db.tables().tables()).isNotEmpty();
            assertThat(db.metrics().flushes().failures()).isPositive();
            assertThat(db.metrics().errors().diskFull()).isPositive();
            assertThat(fs.image().names(".*\\.sst"))
                    .as("what the failed flushes left")
                    .hasSameSizeAs(db.tables().tables());
            for (int i = 0; i < 9; i++) {
                assertThat(db.get(new byte[] {(byte) i})).hasSize(16 * 1024);
            }
        }
    }

    @Test
    void aCompactionThatIsAskedForAgainIsTriedAgain() {
        WatchedFileSystem fs = new WatchedFileSystem();
        Volume volume = new Volume();
        try (Kiban db = Kiban.open(fs, DIRECTORY, options)) {
            for (int i = 0; i < 3; i++) {
                db.put(new byte[] {1}, new byte[] {(byte) i});
                db.flush();
            }
            volume.fullFrom = 1;
            fs.watch(volume);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(db::compact).isInstanceOf(DiskFullException.class);
            }
            volume.fullFrom = Integer.MAX_VALUE;
            db.compact();
            assertThat(db.tables().tables()).singleElement().satisfies(table -> {
                assertThat(table.level()).isPositive();
                assertThat(table.entries()).isEqualTo(1);
            });
        }
    }

    @Test
    void writersStopBeforeTheVolumeIsFullAndGoOnByThemselves() {
        WatchedFileSystem fs = new WatchedFileSystem();
        fs.freeSpace(1 << 20);
        try (Kiban db = Kiban.open(fs, DIRECTORY, options)) {
            assertThatThrownBy(() -> db.put(new byte[] {1}, new byte[] {1}))
                    .isInstanceOf(DiskFullException.class)
                    .hasMessageContaining("minFreeDisk")
                    .hasMessageContaining("not accepted");
            assertThat(db.get(new byte[] {1})).isNull();
            assertThat(db.metrics().stalls().rejected()).isEqualTo(1);
            fs.freeSpace(Long.MAX_VALUE);
            boolean accepted = false;
            while (!accepted) {
                try {
                    db.put(new byte[] {1}, new byte[] {2});
                    accepted = true;
                } catch (DiskFullException e) {
                    Thread.onSpinWait(); // free space is looked up once a second
                }
            }
            assertThat(db.get(new byte[] {1})).containsExactly(2);
        }
    }
}
