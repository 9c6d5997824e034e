package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.read.Entry;
import dev.kiban.internal.read.RandomEntries;
import dev.kiban.internal.read.Seeds;
import dev.kiban.internal.version.Version;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Flushes, concurrent compactions and snapshots at random, compared with sorted maps. */
class CompactionModelTest {

    /** So small that a few hundred entries fill several levels. */
    private static final LevelShape TINY = new LevelShape(2, 600, 3, 200);

    @Test
    void anyInterleavingOfCompactionsKeepsWhatEveryReaderSees() throws IOException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 30; round++) {
            String description = Seeds.describe(seed) + ", round " + round;
            FakeStore store = new FakeStore(TINY);
            for (int step = 0; step < 300; step++) {
                randomStep(store, random, random.nextInt(3) == 0);
                if (step % 10 == 0) {
                    store.check(description + ", step " + step);
                }
            }
            endAll(store);
            store.releaseAll();
            store.flush();
            store.settle(description);
            store.check(description + ", settled");
            assertThat(CompactionDebt.scores(store.tree(), TINY))
                    .as(description)
                    .allMatch(score -> score.score() < 1);
            assertThat(CompactionDebt.pendingBytes(store.tree(), TINY))
                    .as(description)
                    .isZero();
            assertNoStrayFiles(store, description);
        }
    }

    @Test
    void aFullCompactionEndsInOneLevelThatHoldsOnlyLiveEntries() throws IOException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 30; round++) {
            String description = Seeds.describe(seed) + ", round " + round;
            FakeStore store = new FakeStore(TINY);
            for (int step = 0; step < 300; step++) {
                randomStep(store, random, true);
            }
            endAll(store);
            store.releaseAll();
            store.flush();
            FullCompaction full = new FullCompaction(FakeTables.KEYSPACE, TINY, store.tree(), store.tables.nextNumber);
            while (runNext(full, store)) {
                store.check(description);
            }
            assertThat(full.isDone()).as(description).isTrue();
            Version tree = store.tree();
            int last = tree.deepestLevel();
            assertThat(last < 0 ? 0 : tree.entries(last)).as(description).isEqualTo(store.liveKeys());
            for (int level = 0; level < last; level++) {
                assertThat(tree.tables(level))
                        .as(description + ", level " + level)
                        .isEmpty();
            }
            assertThat(store.startPicked())
                    .as(description + ", still wants compaction")
                    .isFalse();
            assertNoStrayFiles(store, description);
        }
    }

    @Test
    void aFullCompactionEndsUnderWritesSnapshotsAndOtherCompactions() throws IOException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 30; round++) {
            String description = Seeds.describe(seed) + ", round " + round;
            FakeStore store = new FakeStore(TINY);
            for (int step = 0; step < 200; step++) {
                randomStep(store, random, true);
            }
            store.flush();
            FullCompaction full = new FullCompaction(FakeTables.KEYSPACE, TINY, store.tree(), store.tables.nextNumber);
            int plans = 0;
            while (!full.isDone()) {
                boolean ran = runNext(full, store);
                if (!ran && !full.isDone()) {
                    assertThat(store.running)
                            .as(description + ": waits for nothing")
                            .isNotEmpty();
                    store.end(store.running.get(random.nextInt(store.running.size())));
                }
                randomStep(store, random, true);
                assertThat(plans++).as(description).isLessThan(2_000);
            }
            endAll(store);
            store.check(description);
        }
    }

    @Test
    void aQueueLeavesNoTombstonesBehind() throws IOException {
        LevelShape shape = new LevelShape(4, 200_000, 10, 50_000);
        FakeStore store = new FakeStore(shape);
        int head = 0;
        for (int tail = 0; tail < 60_000; tail++) {
            store.put(Entry.bytes("queue" + (1_000_000 + tail)), Entry.bytes("job"));
            if (tail - head >= 10_000 || tail >= 50_000) {
                store.delete(Entry.bytes("queue" + (1_000_000 + head++)));
                if (tail >= 50_000) {
                    store.delete(Entry.bytes("queue" + (1_000_000 + head++)));
                }
            }
            if (store.memtableEntries() >= 5_000) {
                store.flush();
                store.settle("queue");
            }
        }
        store.flush();
        store.settle("queue");
        store.check("queue");
        long tombstones = store.tree().tables().stream()
                .mapToLong(table -> table.meta().tombstones())
                .sum();
        assertThat(tombstones).isLessThan(6 * LevelShape.DENSE_TOMBSTONES);
    }

    @Test
    void deletingEverythingGivesTheSpaceBackWithoutAFullCompaction() throws IOException {
        LevelShape shape = new LevelShape(4, 100_000, 4, 50_000);
        FakeStore store = new FakeStore(shape);
        for (int i = 0; i < 30_000; i++) {
            store.put(Entry.bytes("key" + (1_000_000 + i * 7_919L % 30_000)), Entry.bytes("0123456789"));
            if (store.memtableEntries() >= 3_000) {
                store.flush();
                store.settle("fill");
            }
        }
        long full = CompactionPlan.bytes(store.tree().tables());
        for (int i = 0; i < 30_000; i++) {
            store.delete(Entry.bytes("key" + (1_000_000 + i)));
            if (store.memtableEntries() >= 3_000) {
                store.flush();
                store.settle("empty");
            }
        }
        assertThat(store.liveKeys()).isZero();
        assertThat(CompactionPlan.bytes(store.tree().tables())).isLessThan(full / 20);
    }

    private static void randomStep(FakeStore store, SplittableRandom random, boolean eager) throws IOException {
        switch (random.nextInt(eager ? 8 : 6)) {
            case 0, 1, 2 -> {
                for (int i = random.nextInt(12); i > 0; i--) {
                    byte[] key = random.nextInt(3) == 0
                            ? RandomEntries.key(random)
                            : Entry.bytes("k" + random.nextInt(1_000));
                    if (random.nextInt(3) == 0) {
                        store.delete(key);
                    } else {
                        store.put(key, new byte[random.nextInt(20)]);
                    }
                }
            }
            case 3 -> store.flush();
            case 4 -> {
                if (random.nextInt(3) == 0) {
                    store.snapshot();
                } else {
                    store.releaseOne(random);
                }
            }
            case 5 -> {
                if (!store.running.isEmpty()) {
                    store.end(store.running.get(random.nextInt(store.running.size())));
                }
            }
            default -> store.startPicked();
        }
    }

    private static boolean runNext(FullCompaction full, FakeStore store) throws IOException {
        Optional<CompactionPlan> plan = full.next(store.tree(), store.runningPlans(), store.tables.nextNumber);
        if (plan.isPresent()) {
            store.end(store.start(plan.get()));
        }
        return plan.isPresent();
    }

    private static void endAll(FakeStore store) throws IOException {
        while (!store.running.isEmpty()) {
            store.end(store.running.get(0));
        }
    }

    private static void assertNoStrayFiles(FakeStore store, String description) {
        List<Long> known = Trees.numbers(store.tree().tables());
        assertThat(store.tables.files.keySet()).as(description).containsExactlyInAnyOrderElementsOf(known);
        assertThat(store.tables.openIterators).as(description).isZero();
    }
}
