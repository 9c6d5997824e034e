package dev.kiban.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LevelIteratorTest {

    private final List<Table> tables = new ArrayList<>();
    private final Map<Long, List<Entry>> contents = new HashMap<>();
    private final List<Long> opened = new ArrayList<>();
    private int open;

    @Test
    void anyMixOfMovesGivesWhatOneSortedListGives() throws IOException {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            tables.clear();
            List<Entry> all = RandomEntries.versions(random, random.nextInt(60), 1).stream()
                    .sorted(Entry.ORDER)
                    .toList();
            split(all, random);
            try (LevelIterator level = new LevelIterator(tables, this::open)) {
                new WalkModel(level, all, Seeds.describe(seed) + ", round " + round).walk(random, 200);
                assertThat(open).as("open tables").isLessThanOrEqualTo(1);
            }
            assertThat(open).as("tables left open").isZero();
        }
    }

    @Test
    void tablesAreOpenedWhenReachedAndClosedWhenLeft() throws IOException {
        add(Entry.put("a", 1, ""), Entry.put("b", 2, ""));
        add(Entry.put("c", 3, ""));
        add(Entry.put("e", 4, ""));
        LevelIterator level = new LevelIterator(tables, this::open);
        assertThat(opened).isEmpty();
        level.seek(Entry.bytes("d"), 1);
        assertThat(opened).containsExactly(3L);
        level.previous();
        assertThat(opened).containsExactly(3L, 2L);
        assertThat(open).isEqualTo(1);
        level.next();
        level.next();
        assertThat(level.isValid()).isFalse();
        assertThat(open).isZero();
    }

    @Test
    void seeksWithinTheOpenTableDoNotOpenItAgain() throws IOException {
        add(Entry.put("a", 1, ""), Entry.put("b", 2, ""));
        LevelIterator level = new LevelIterator(tables, this::open);
        level.seekToFirst();
        level.seek(Entry.bytes("b"), 1);
        level.seekToLast();
        assertThat(opened).containsExactly(1L);
    }

    @Test
    void aLevelWithoutTablesIsEmpty() throws IOException {
        try (LevelIterator level = new LevelIterator(List.of(), this::open)) {
            level.seekToFirst();
            assertThat(level.isValid()).isFalse();
            level.seekBefore(new byte[0], 0);
            assertThat(level.isValid()).isFalse();
        }
    }

    private void split(List<Entry> all, SplittableRandom random) {
        List<Entry> part = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Entry entry = all.get(i);
            boolean newKey = i == 0 || Keys.compare(all.get(i - 1).key(), entry.key()) != 0;
            if (newKey && !part.isEmpty() && random.nextInt(4) == 0) {
                add(part.toArray(new Entry[0]));
                part.clear();
            }
            part.add(entry);
        }
        if (!part.isEmpty()) {
            add(part.toArray(new Entry[0]));
        }
    }

    private void add(Entry... entries) {
        long number = tables.size() + 1;
        contents.put(number, List.of(entries));
        byte[] min = entries[0].key();
        byte[] max = entries[entries.length - 1].key();
        tables.add(new Table(new TableMeta(number, 1, 100, min, max, 1, 100, entries.length, 0)));
    }

    private EntryIterator open(Table table) {
        ListIterator iterator = new ListIterator(contents.get(table.meta().number()));
        open++;
        opened.add(table.meta().number());
        iterator.onClose = () -> open--;
        return iterator;
    }
}
