package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.read.Entry;
import dev.kiban.internal.read.RandomEntries;
import dev.kiban.internal.read.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VersionDropperTest {

    private static final KeyMayExistBelow ANYTHING = (key, length) -> true;
    private static final KeyMayExistBelow NOTHING = (key, length) -> false;

    @Test
    void withoutSnapshotsOnlyTheNewestVersionStays() {
        assertThat(kept(new long[] {9}, ANYTHING, Entry.put("k", 3, ""), Entry.put("k", 2, ""), Entry.put("k", 1, "")))
                .containsExactly("k@3=");
    }

    @Test
    void eachStripeBetweenSnapshotsKeepsItsNewest() {
        assertThat(kept(
                        new long[] {2, 4, 9},
                        ANYTHING,
                        Entry.put("k", 6, ""),
                        Entry.put("k", 5, ""),
                        Entry.put("k", 4, ""),
                        Entry.put("k", 3, ""),
                        Entry.put("k", 2, ""),
                        Entry.put("k", 1, "")))
                .containsExactly("k@6=", "k@4=", "k@2=");
    }

    @Test
    void aTombstoneGoesOnlyWhenNothingLiesDeeperAndNoSnapshotNeedsIt() {
        Entry[] entries = {Entry.delete("k", 5), Entry.put("k", 3, "")};
        assertThat(kept(new long[] {9}, NOTHING, entries)).isEmpty();
        assertThat(kept(new long[] {9}, ANYTHING, entries)).containsExactly("k@5 deleted");
        assertThat(kept(new long[] {4, 9}, NOTHING, entries)).containsExactly("k@5 deleted", "k@3=");
        assertThat(kept(new long[] {5, 9}, NOTHING, entries)).isEmpty();
    }

    @Test
    void versionsNewerThanTheVisibleSequenceAllStay() {
        assertThat(kept(new long[] {1}, NOTHING, Entry.put("k", 4, ""), Entry.delete("k", 3), Entry.put("k", 2, "")))
                .containsExactly("k@4=", "k@3 deleted", "k@2=");
    }

    @Test
    void anEntryThatComesTwiceStaysOnce() {
        Entry[] twice = {Entry.put("k", 4, "first"), Entry.put("k", 4, "second")};
        assertThat(kept(new long[] {9}, ANYTHING, twice)).containsExactly("k@4=first");
        assertThat(kept(new long[] {1}, ANYTHING, twice)).containsExactly("k@4=first");
    }

    @Test
    void keysThatPrefixEachOtherAreDifferentKeys() {
        assertThat(kept(
                        new long[] {9},
                        NOTHING,
                        Entry.put("", 1, ""),
                        Entry.put("a", 2, ""),
                        Entry.put("a\0", 3, ""),
                        Entry.put("aa", 4, "")))
                .hasSize(4);
    }

    @Test
    void equalLiveSequencesAreAllowedAndDisorderIsNot() {
        assertThat(kept(new long[] {2, 2, 2}, NOTHING, Entry.put("k", 2, ""), Entry.put("k", 1, "")))
                .containsExactly("k@2=");
        assertThat(kept(new long[] {1, 2, 2}, NOTHING, Entry.delete("k", 2), Entry.put("k", 1, "")))
                .containsExactly("k@2 deleted", "k@1=");
        assertThatThrownBy(() -> new VersionDropper(new long[] {2, 1}, NOTHING))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new VersionDropper(new long[0], NOTHING)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyReaderSeesTheSameAndNoEntryStaysInVain() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 400; round++) {
            String description = Seeds.describe(seed) + ", round " + round;
            int count = random.nextInt(50);
            List<Entry> entries = RandomEntries.versions(random, count, 1).stream()
                    .sorted(Entry.ORDER)
                    .toList();
            long[] live =
                    random.longs(1 + random.nextInt(4), 0, count + 3).sorted().toArray();
            boolean deeper = random.nextBoolean();
            VersionDropper dropper = new VersionDropper(live, (key, length) -> deeper);
            List<Entry> kept = keep(dropper, entries);
            for (long at = 0; at <= count + 3; at++) {
                long sequence = at;
                boolean isRead =
                        sequence >= live[live.length - 1] || Arrays.stream(live).anyMatch(one -> one == sequence);
                if (isRead) {
                    assertThat(seen(kept, sequence, deeper))
                            .as(description + ", at " + sequence)
                            .isEqualTo(seen(entries, sequence, deeper));
                }
            }
            assertThat(dropper.dropped()).as(description).isEqualTo(entries.size() - kept.size());
            for (Entry entry : kept) {
                assertThat(isNeeded(entry, kept, live, deeper))
                        .as(description + ", " + entry)
                        .isTrue();
            }
        }
    }

    /** Whether somebody sees the entry itself: a reader that it is the newest for, and not a tombstone over nothing. */
    private static boolean isNeeded(Entry entry, List<Entry> kept, long[] live, boolean deeper) {
        long reader = Long.MAX_VALUE;
        for (int i = live.length - 1; i >= 0; i--) {
            if (live[i] >= entry.sequence()) {
                reader = live[i];
            }
        }
        if (entry.kind() == EntryKind.DELETE && reader == live[0] && !deeper) {
            return false;
        }
        for (Entry other : kept) {
            boolean sameKey = Entry.text(other.key()).equals(Entry.text(entry.key()));
            if (sameKey
                    && reader != Long.MAX_VALUE
                    && other.sequence() > entry.sequence()
                    && other.sequence() <= reader) {
                return false;
            }
        }
        return true;
    }

    /** What a reader at the sequence learns; a deleted key is told from an absent one where something lies deeper. */
    private static Map<String, String> seen(List<Entry> entries, long sequence, boolean deeper) {
        Map<String, String> seen = new TreeMap<>();
        for (Entry entry : entries) {
            if (entry.sequence() <= sequence) {
                seen.putIfAbsent(Entry.text(entry.key()), entry.toString());
            }
        }
        if (!deeper) {
            seen.values().removeIf(entry -> entry.endsWith(" deleted"));
        }
        return seen;
    }

    private static List<String> kept(long[] live, KeyMayExistBelow below, Entry... entries) {
        return keep(new VersionDropper(live, below), List.of(entries)).stream()
                .map(Entry::toString)
                .toList();
    }

    private static List<Entry> keep(VersionDropper dropper, List<Entry> entries) {
        List<Entry> kept = new ArrayList<>();
        for (Entry entry : entries) {
            if (dropper.keep(entry.key(), entry.key().length, entry.sequence(), entry.kind())) {
                kept.add(entry);
            }
        }
        return kept;
    }
}
