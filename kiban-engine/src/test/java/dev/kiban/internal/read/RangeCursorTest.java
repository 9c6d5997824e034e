package dev.kiban.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.CorruptionException;
import dev.kiban.KeyRange;
import dev.kiban.StorageException;
import dev.kiban.internal.codec.EntryIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RangeCursorTest {

    private final FakeSource source = new FakeSource();
    private long nanos;

    @Test
    void keyAndValueNeedACurrentEntry() {
        source.entries.add(Entry.put("k", 1, "v"));
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        assertThatThrownBy(cursor::key)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cursor");
        assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key()).isEqualTo(Entry.bytes("k"));
        assertThat(cursor.value()).isEqualTo(Entry.bytes("v"));
        assertThat(cursor.next()).isFalse();
        assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void givenArraysBelongToTheCaller() {
        source.entries.add(Entry.put("k", 1, "v"));
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        cursor.next();
        cursor.key()[0] = 'x';
        cursor.value()[0] = 'x';
        assertThat(cursor.key()).isEqualTo(Entry.bytes("k"));
        assertThat(cursor.value()).isEqualTo(Entry.bytes("v"));
    }

    @Test
    void theViewIsLetGoAtTheEndWithoutAClose() {
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        assertThat(source.openViews).isZero();
        assertThat(cursor.next()).isFalse();
        assertThat(source.openViews).isZero();
        assertThat(source.closes).isZero();
    }

    @Test
    void anyCallAfterCloseNamesTheCursor() {
        source.entries.add(Entry.put("k", 1, "v"));
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        cursor.next();
        cursor.close();
        cursor.close();
        assertThat(source.openViews).isZero();
        assertThat(source.closes).isEqualTo(1);
        for (Runnable call : List.<Runnable>of(cursor::next, cursor::key, cursor::value)) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the cursor is closed");
        }
    }

    @Test
    void aClosedStoreIsReportedByEveryCallAndItsViewsAreNotTouched() {
        source.entries.add(Entry.put("k", 1, "v"));
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        cursor.next();
        source.storeClosed = true;
        for (Runnable call : List.<Runnable>of(cursor::next, cursor::key, cursor::value)) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the store is closed");
        }
        cursor.close();
        assertThat(source.openViews).isEqualTo(1);
        assertThat(source.closes).isEqualTo(1);
        assertThat(source.inside).isZero();
    }

    /** Else the files of a dropped keyspace would stay as long as the store is open. */
    @Test
    void aCursorWhoseStepsAreRefusedStillUnpinsItsView() {
        source.entries.add(Entry.put("k", 1, "v"));
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        cursor.next();
        source.refusing = true;
        assertThatThrownBy(cursor::next).hasMessage("the keyspace was dropped");
        cursor.close();
        assertThat(source.openViews).isZero();
        assertThat(source.closes).isEqualTo(1);
        assertThat(source.inside).isZero();
    }

    @Test
    void aFailedReadIsTranslatedAndFailsTheCursor() {
        source.entries.add(Entry.put("k", 1, "v"));
        source.failing = true;
        RangeCursor cursor = cursor(KeyRange.all(), 1);
        assertThatThrownBy(cursor::next).isInstanceOf(StorageException.class).hasCauseInstanceOf(IOException.class);
        assertThat(source.openViews).isZero();
        assertThatThrownBy(cursor::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("failed");
        cursor.close();
        assertThat(source.inside).isZero();
    }

    @Test
    void aCursorOnTheNewestViewKeepsIt() {
        fill(2_000);
        RangeCursor cursor = cursor(KeyRange.all(), Long.MAX_VALUE);
        nanos = 10 * RangeCursor.REFRESH_NANOS;
        assertThat(drain(cursor)).hasSize(2_000);
        assertThat(source.opens).isEqualTo(1);
    }

    @Test
    void aStaleViewIsReplacedAfterSomeSteps() {
        fill(1_000);
        RangeCursor cursor = cursor(KeyRange.all(), Long.MAX_VALUE);
        cursor.next();
        source.stale = true;
        for (int i = 1; i < RangeCursor.REFRESH_STEPS; i++) {
            cursor.next();
        }
        assertThat(source.opens).isEqualTo(1);
        cursor.next();
        assertThat(source.opens).isEqualTo(2);
        assertThat(source.openViews).isEqualTo(1);
        assertThat(cursor.key())
                .isEqualTo(source.entries.get(RangeCursor.REFRESH_STEPS).key());
    }

    @Test
    void aStaleViewIsReplacedAfterSomeTime() {
        fill(10);
        RangeCursor cursor = cursor(KeyRange.all().reversed(), Long.MAX_VALUE);
        cursor.next();
        source.stale = true;
        cursor.next();
        assertThat(source.opens).isEqualTo(1);
        nanos += RangeCursor.REFRESH_NANOS;
        cursor.next();
        assertThat(source.opens).isEqualTo(2);
        assertThat(cursor.key()).isEqualTo(source.entries.get(7).key());
    }

    @Test
    void skippedTombstonesCountAsSteps() {
        source.entries.add(Entry.put("a", 1, ""));
        for (int i = 0; i < 300; i++) {
            source.entries.add(Entry.delete("b" + (1000 + i), 2));
        }
        source.entries.add(Entry.put("c", 3, ""));
        source.entries.add(Entry.put("d", 4, ""));
        RangeCursor cursor = cursor(KeyRange.all(), Long.MAX_VALUE);
        cursor.next();
        source.stale = true;
        cursor.next();
        assertThat(source.opens).isEqualTo(1);
        cursor.next();
        assertThat(source.opens).isEqualTo(2);
        assertThat(cursor.key()).isEqualTo(Entry.bytes("d"));
    }

    @Test
    void refreshesAtRandomShowTheSameEntriesAsNone() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            source.entries.clear();
            source.entries.addAll(RandomEntries.versions(random, random.nextInt(80), 1));
            long sequence = random.nextInt(90);
            KeyRange range = random.nextBoolean() ? KeyRange.all() : KeyRange.prefix(RandomEntries.key(random));
            if (random.nextBoolean()) {
                range = range.reversed();
            }
            RangeCursor cursor = cursor(range, sequence);
            List<String> shown = new ArrayList<>();
            while (cursor.next()) {
                shown.add(Entry.text(cursor.key()) + "=" + Entry.text(cursor.value()));
                source.stale = random.nextBoolean();
                nanos += random.nextBoolean() ? RangeCursor.REFRESH_NANOS : 0;
            }
            cursor.close();
            assertThat(shown)
                    .as(Seeds.describe(seed) + ", round " + round)
                    .isEqualTo(VisibleIteratorTest.expected(source.entries, range, sequence));
            assertThat(source.openViews).isZero();
        }
    }

    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            source.entries.add(Entry.put("key" + (10_000 + i), i + 1, "v" + i));
        }
    }

    private static List<String> drain(RangeCursor cursor) {
        List<String> shown = new ArrayList<>();
        while (cursor.next()) {
            shown.add(Entry.text(cursor.key()));
        }
        return shown;
    }

    private RangeCursor cursor(KeyRange range, long sequence) {
        return new RangeCursor(
                source, range, sequence, failure -> new StorageException("reading failed", failure), () -> nanos);
    }

    private static final class FakeSource implements CursorSource {

        private final List<Entry> entries = new ArrayList<>();
        private boolean stale;
        private boolean storeClosed;
        private boolean refusing;
        private boolean failing;
        private int opens;
        private int openViews;
        private int closes;
        private int inside;

        @Override
        public EntryIterator open(KeyRange remaining) {
            opens++;
            openViews++;
            stale = false;
            ListIterator iterator = new ListIterator(entries);
            iterator.failAfterMoves = failing ? 0 : -1;
            return iterator;
        }

        @Override
        public void leave(long bytes) {
            openViews--;
        }

        @Override
        public void damaged(CorruptionException damage) {
            throw new AssertionError(damage);
        }

        @Override
        public boolean isStale() {
            return stale;
        }

        @Override
        public void enter() {
            if (refusing) {
                throw new IllegalStateException("the keyspace was dropped");
            }
            if (storeClosed) {
                throw new IllegalStateException("the store is closed");
            }
            inside++;
        }

        @Override
        public boolean enterToClose() {
            inside += storeClosed ? 0 : 1;
            return !storeClosed;
        }

        @Override
        public void exit() {
            inside--;
        }

        @Override
        public void close() {
            closes++;
        }
    }
}
