package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.read.RandomEntries;
import dev.kiban.internal.read.Seeds;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DeeperRangesTest {

    @Test
    void ascendingKeysGetTheAnswerOfASearchThroughAllTables() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            List<List<Table>> levels = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                levels.add(level(random));
            }
            DeeperRanges ranges = new DeeperRanges(levels);
            for (byte[] key : keys(random, 30)) {
                boolean expected = levels.stream()
                        .flatMap(List::stream)
                        .map(Table::meta)
                        .anyMatch(table ->
                                Keys.compare(table.minKey(), key) <= 0 && Keys.compare(table.maxKey(), key) >= 0);
                assertThat(ranges.test(key, key.length))
                        .as(Seeds.describe(seed) + ", round " + round)
                        .isEqualTo(expected);
            }
        }
    }

    private static List<Table> level(SplittableRandom random) {
        List<byte[]> bounds = new ArrayList<>(keys(random, random.nextInt(10)));
        List<Table> level = new ArrayList<>();
        for (int i = 0; i < bounds.size(); i++) {
            int last = Math.min(bounds.size() - 1, i + random.nextInt(2));
            level.add(new Table(new TableMeta(i, 1, 1, bounds.get(i), bounds.get(last), 1, 1, 1, 0)));
            i = last;
        }
        return level;
    }

    private static TreeSet<byte[]> keys(SplittableRandom random, int count) {
        TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
        for (int i = 0; i < count; i++) {
            keys.add(RandomEntries.key(random));
        }
        return keys;
    }
}
