package dev.kiban.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.KeyRange;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Keys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VisibleIteratorTest {

    @Test
    void everyRangeAndSequenceShowsWhatASortedMapHeldThen() throws IOException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 3_000; round++) {
            int count = random.nextInt(60);
            List<Entry> all = RandomEntries.versions(random, count, 1);
            List<EntryIterator> sources = new ArrayList<>();
            for (int from = 0; from < count; ) {
                int to = Math.min(count, from + 1 + random.nextInt(30));
                sources.add(0, new ListIterator(all.subList(from, to)));
                from = to;
            }
            long sequence = random.nextInt(count + 2);
            KeyRange range = range(random);
            try (VisibleIterator visible = new VisibleIterator(MergingIterator.of(sources), range, sequence)) {
                assertThat(drain(visible))
                        .as(Seeds.describe(seed) + ", round " + round)
                        .isEqualTo(expected(all, range, sequence));
                assertThat(visible.next()).isFalse();
            }
        }
    }

    @Test
    void theEmptyKeyAndAnEmptyValueAreShown() throws IOException {
        List<Entry> entries = List.of(Entry.put("", 1, ""), Entry.put("\0", 2, "zero"));
        assertThat(show(entries, KeyRange.all(), 9)).containsExactly("=", "\0=zero");
        assertThat(show(entries, KeyRange.all().reversed(), 9)).containsExactly("\0=zero", "=");
        assertThat(show(entries, KeyRange.from(new byte[0]), 9)).containsExactly("=", "\0=zero");
        assertThat(show(entries, KeyRange.all().to(new byte[0]), 9)).isEmpty();
    }

    @Test
    void aReverseWalkShowsTheNewestVisibleVersionAndNotTheOldest() throws IOException {
        List<Entry> entries = List.of(Entry.put("k", 1, "one"), Entry.put("k", 2, "two"), Entry.put("k", 3, "three"));
        assertThat(show(entries, KeyRange.all().reversed(), 2)).containsExactly("k=two");
    }

    @Test
    void aDeletedKeyStaysHiddenUntilItIsWrittenAgain() throws IOException {
        List<Entry> entries = List.of(Entry.put("k", 1, "a"), Entry.delete("k", 2), Entry.put("k", 3, "b"));
        for (KeyRange range : List.of(KeyRange.all(), KeyRange.all().reversed())) {
            assertThat(show(entries, range, 1)).containsExactly("k=a");
            assertThat(show(entries, range, 2)).isEmpty();
            assertThat(show(entries, range, 3)).containsExactly("k=b");
        }
    }

    @Test
    void crossedBoundsShowNothing() throws IOException {
        List<Entry> entries = List.of(Entry.put("k", 1, "a"));
        KeyRange crossed = KeyRange.between(Entry.bytes("z"), Entry.bytes("a"));
        assertThat(show(entries, crossed, 9)).isEmpty();
        assertThat(show(entries, crossed.reversed(), 9)).isEmpty();
    }

    @Test
    void skippedEntriesCountTombstonesAndOldVersionsInBothDirections() throws IOException {
        List<Entry> entries = List.of(
                Entry.put("a", 1, "old"),
                Entry.put("a", 5, "new"),
                Entry.delete("b", 6),
                Entry.put("b", 2, "gone"),
                Entry.put("c", 3, "c"),
                Entry.put("c", 99, "later"));
        for (KeyRange range : List.of(KeyRange.all(), KeyRange.all().reversed())) {
            VisibleIterator visible = new VisibleIterator(new ListIterator(entries), range, 9);
            assertThat(drain(visible)).hasSize(2);
            assertThat(visible.skippedEntries()).isEqualTo(4);
        }
    }

    @Test
    void aKeyOfVeryManyVersionsIsLeftByASeek() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (int i = 1; i <= 100_000; i++) {
            entries.add(Entry.put("hot", i, "v" + i));
        }
        entries.add(Entry.put("hot\0", 100_001, "neighbour"));
        VisibleIterator visible = new VisibleIterator(new ListIterator(entries), KeyRange.all(), Long.MAX_VALUE);
        assertThat(drain(visible)).containsExactly("hot=v100000", "hot\0=neighbour");
        assertThat(visible.skippedEntries()).isLessThan(100);
    }

    private static List<String> show(List<Entry> entries, KeyRange range, long sequence) throws IOException {
        try (VisibleIterator visible = new VisibleIterator(new ListIterator(entries), range, sequence)) {
            return drain(visible);
        }
    }

    private static List<String> drain(VisibleIterator visible) throws IOException {
        List<String> shown = new ArrayList<>();
        while (visible.next()) {
            byte[] key = Arrays.copyOf(visible.key(), visible.keyLength());
            int offset = visible.valueOffset();
            byte[] value = Arrays.copyOfRange(visible.value(), offset, offset + visible.valueLength());
            shown.add(Entry.text(key) + "=" + Entry.text(value));
        }
        return shown;
    }

    private static KeyRange range(SplittableRandom random) {
        KeyRange range = random.nextBoolean() ? KeyRange.all() : KeyRange.from(RandomEntries.key(random));
        if (random.nextBoolean()) {
            range = range.to(RandomEntries.key(random));
        }
        if (random.nextInt(5) == 0) {
            range = KeyRange.prefix(RandomEntries.key(random));
        }
        return random.nextBoolean() ? range.reversed() : range;
    }

    static List<String> expected(List<Entry> bySequence, KeyRange range, long sequence) {
        NavigableMap<byte[], byte[]> map = new TreeMap<>(Keys::compare);
        for (Entry entry : bySequence) {
            if (entry.sequence() <= sequence) {
                if (entry.kind() == EntryKind.DELETE) {
                    map.remove(entry.key());
                } else {
                    map.put(entry.key(), entry.value());
                }
            }
        }
        byte[] lower = range.lower();
        byte[] upper = range.upper();
        List<String> shown = new ArrayList<>();
        map.forEach((key, value) -> {
            boolean inside =
                    (lower == null || Keys.compare(key, lower) >= 0) && (upper == null || Keys.compare(key, upper) < 0);
            if (inside) {
                shown.add(Entry.text(key) + "=" + Entry.text(value));
            }
        });
        if (range.isReversed()) {
            Collections.reverse(shown);
        }
        return shown;
    }
}
