package dev.kiban.internal.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SnapshotListTest {

    private final AtomicLong clock = new AtomicLong(1000);
    private final SnapshotList list = new SnapshotList(clock::get);

    @Test
    void withoutPointsOnlyTheVisibleSequenceIsLive() {
        assertThat(list.liveSequences(() -> 17)).containsExactly(17);
        assertThat(list.oldestAgeNanos()).isZero();
    }

    @Test
    void liveSequencesAscendAndEachStandsOnce() {
        list.openSnapshot(() -> 3);
        list.openCursor(() -> 3);
        SnapshotPoint middle = list.openSnapshot(() -> 5);
        list.openSnapshot(() -> 9);

        assertThat(list.liveSequences(() -> 9)).containsExactly(3, 5, 9);
        middle.close();
        assertThat(list.liveSequences(() -> 12)).containsExactly(3, 9, 12);
    }

    @Test
    void closingTwiceCountsOnce() {
        SnapshotPoint first = list.openSnapshot(() -> 1);
        SnapshotPoint second = list.openSnapshot(() -> 1);
        SnapshotPoint cursor = list.openCursor(() -> 2);

        first.close();
        first.close();

        assertThat(list.snapshots()).isEqualTo(1);
        assertThat(list.cursors()).isEqualTo(1);
        second.close();
        cursor.close();
        assertThat(list.snapshots()).isZero();
        assertThat(list.cursors()).isZero();
        assertThat(list.liveSequences(() -> 4)).containsExactly(4);
    }

    @Test
    void aCursorOutlivesTheSnapshotThatItReadsAt() {
        SnapshotPoint snapshot = list.openSnapshot(() -> 3);
        list.openSnapshot(() -> 8);
        SnapshotPoint cursor = list.openCursor(snapshot);

        snapshot.close();

        assertThat(list.liveSequences(() -> 9)).containsExactly(3, 8, 9);
        cursor.close();
        assertThat(list.liveSequences(() -> 9)).containsExactly(8, 9);
    }

    @Test
    void aClosedSnapshotIsRefused() {
        SnapshotPoint snapshot = list.openSnapshot(() -> 3);
        snapshot.requireOpen();
        snapshot.close();

        assertThatThrownBy(snapshot::requireOpen)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the snapshot is closed");
        assertThatThrownBy(() -> list.openCursor(snapshot)).isInstanceOf(IllegalStateException.class);
        assertThat(snapshot.sequence()).isEqualTo(3);
    }

    @Test
    void anotherStoresSnapshotIsRefused() {
        SnapshotPoint stranger = new SnapshotList(clock::get).openSnapshot(() -> 3);

        assertThatThrownBy(() -> list.openCursor(stranger)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theLongestOpenPointGivesTheAge() {
        SnapshotPoint old = list.openSnapshot(() -> 3);
        clock.addAndGet(500);
        list.openCursor(old);
        clock.addAndGet(30);

        assertThat(list.oldestAgeNanos()).isEqualTo(530);
        old.close();
        assertThat(list.oldestAgeNanos()).isEqualTo(30);
    }

    /** Were the sequence read before the lock is taken, compaction could drop in between what the snapshot is to see. */
    @Test
    void compactionNeverMissesASnapshotThatIsBeingOpened() throws Exception {
        AtomicLong visible = new AtomicLong(1);
        AtomicLong droppedBelow = new AtomicLong();
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            while (!stop.get()) {
                visible.incrementAndGet();
            }
        });
        Thread compactor = new Thread(() -> {
            while (!stop.get()) {
                droppedBelow.set(list.liveSequences(visible::get)[0]);
            }
        });
        writer.start();
        compactor.start();
        int missed = 0;
        for (int i = 0; i < 50_000; i++) {
            SnapshotPoint point = list.openSnapshot(visible::get);
            for (int look = 0; look < 5; look++) {
                missed += droppedBelow.get() > point.sequence() ? 1 : 0;
            }
            point.close();
        }
        stop.set(true);
        writer.join();
        compactor.join();
        assertThat(missed).isZero();
    }
}
