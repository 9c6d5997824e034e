package dev.kiban.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MergingIteratorTest {

    @Test
    void anyMixOfMovesGivesWhatOneSortedListGives() throws IOException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 400; round++) {
            int sources = random.nextInt(1, 8);
            List<List<Entry>> split = new ArrayList<>();
            for (int i = 0; i < sources; i++) {
                split.add(new ArrayList<>());
            }
            List<Entry> all = RandomEntries.versions(random, random.nextInt(60), 1);
            all.forEach(entry -> split.get(random.nextInt(sources)).add(entry));
            List<EntryIterator> iterators = new ArrayList<>();
            split.forEach(part -> iterators.add(new ListIterator(part)));
            try (EntryIterator merged = MergingIterator.of(iterators)) {
                new WalkModel(merged, all, Seeds.describe(seed) + ", round " + round).walk(random, 200);
            }
        }
    }

    @Test
    void equalEntriesComeOutNewestSourceFirst() throws IOException {
        EntryIterator merged = MergingIterator.of(
                List.of(ListIterator.of(Entry.put("k", 7, "new")), ListIterator.of(Entry.put("k", 7, "old"))));
        merged.seekToFirst();
        assertThat(WalkModel.current(merged)).hasToString("k@7=new");
        merged.next();
        assertThat(WalkModel.current(merged)).hasToString("k@7=old");
        merged.previous();
        assertThat(WalkModel.current(merged)).hasToString("k@7=new");
        merged.previous();
        assertThat(merged.isValid()).isFalse();
    }

    @Test
    void aSingleSourceIsHandedBackAsItIs() {
        ListIterator only = ListIterator.of(Entry.put("k", 1, "v"));
        assertThat(MergingIterator.of(List.of(only))).isSameAs(only);
    }

    @Test
    void noSourcesMakeAnEmptyWalk() throws IOException {
        try (EntryIterator merged = MergingIterator.of(List.of())) {
            merged.seekToFirst();
            assertThat(merged.isValid()).isFalse();
            merged.seekToLast();
            assertThat(merged.isValid()).isFalse();
        }
    }

    @Test
    void longKeysWithALongCommonPrefixKeepTheirOrder() throws IOException {
        String prefix = "x".repeat(65_535);
        EntryIterator merged = MergingIterator.of(List.of(
                ListIterator.of(Entry.put(prefix + "b", 1, "2"), Entry.delete(prefix, 2)),
                ListIterator.of(Entry.put(prefix + "a", 3, "1"))));
        merged.seekToFirst();
        assertThat(merged.kind()).isEqualTo(EntryKind.DELETE);
        merged.next();
        assertThat(merged.sequence()).isEqualTo(3);
        merged.next();
        assertThat(merged.sequence()).isEqualTo(1);
    }

    @Test
    void closingClosesEverySourceEvenWhenOneFails() {
        ListIterator first = ListIterator.of();
        ListIterator second = ListIterator.of();
        ListIterator third = ListIterator.of();
        second.onClose = () -> {
            throw new IllegalStateException("stuck");
        };
        EntryIterator merged = MergingIterator.of(List.of(first, second, third));
        assertThatThrownBy(merged::close).hasMessage("stuck");
        assertThat(first.isClosed()).isTrue();
        assertThat(third.isClosed()).isTrue();
    }

    @Test
    void aFailedMoveCanBeFollowedByANewSeek() throws IOException {
        ListIterator flaky = ListIterator.of(Entry.put("b", 1, "1"), Entry.put("d", 2, "2"));
        EntryIterator merged = MergingIterator.of(List.of(flaky, ListIterator.of(Entry.put("c", 3, "3"))));
        merged.seekToFirst();
        flaky.failAfterMoves = 0;
        assertThatThrownBy(merged::next).isInstanceOf(IOException.class);
        assertThat(merged.isValid()).isFalse();
        flaky.failAfterMoves = -1;
        merged.seekToFirst();
        assertThat(WalkModel.current(merged)).hasToString("b@1=1");
        merged.next();
        assertThat(WalkModel.current(merged)).hasToString("c@3=3");
    }
}
