package dev.kiban.internal.version;

import static dev.kiban.internal.version.Tables.key;
import static dev.kiban.internal.version.Tables.meta;
import static dev.kiban.internal.version.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Version.Placed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class VersionTest {

    @Test
    void anEmptyTreeHasNothingToFind() {
        Version version = Version.empty();

        assertThat(version.isEmpty()).isTrue();
        assertThat(version.deepestLevel()).isEqualTo(-1);
        assertThat(version.find(1, key(""))).isNull();
        assertThat(version.tablesOverlapping(0, null, null)).isEmpty();
        assertThat(version.tablesOverlapping(6, null, null)).isEmpty();
        assertThat(version.checkLevels()).isEmpty();
    }

    @Test
    void levelZeroStandsNewestFirstAndTheRestByKey() {
        Version version = Version.empty()
                .apply(
                        List.of(
                                new Placed(0, table(meta(7, "a", "z", 1, 5))),
                                new Placed(0, table(meta(5, "a", "z", 6, 9))),
                                new Placed(0, table(meta(8, "a", "z", 6, 9))),
                                new Placed(1, table(3, "m", "p")),
                                new Placed(1, table(4, "", "b"))),
                        Set.of());

        assertThat(numbers(version.tables(0))).containsExactly(8L, 5L, 7L);
        assertThat(numbers(version.tables(1))).containsExactly(4L, 3L);
        assertThat(numbers(version.tables())).containsExactly(8L, 5L, 7L, 4L, 3L);
        assertThat(version.deepestLevel()).isEqualTo(1);
    }

    @Test
    void sumsAreKeptByLevel() {
        Version version = Version.empty()
                .apply(List.of(new Placed(2, table(1, "a", "b")), new Placed(2, table(2, "c", "d"))), Set.of());

        assertThat(version.bytes(2)).isEqualTo(1001 + 1002);
        assertThat(version.entries(2)).isEqualTo(20);
        assertThat(version.tombstones(2)).isEqualTo(4);
        assertThat(version.bytes(1)).isZero();
    }

    @Test
    void aTableMovesDownALevelInOneChange() {
        Table moved = table(1, "a", "b");
        Version before = Version.empty().apply(List.of(new Placed(1, moved)), Set.of());

        Version after = before.apply(List.of(new Placed(2, moved)), Set.of(1L));

        assertThat(after.tables(1)).isEmpty();
        assertThat(after.tables(2)).containsExactly(moved);
        assertThat(before.tables(1)).as("the version before is unmoved").containsExactly(moved);
    }

    @Test
    void changesThatDoNotFitAreRefused() {
        Version version = Version.empty().apply(List.of(new Placed(1, table(1, "b", "d"))), Set.of());

        assertThatThrownBy(() -> version.apply(List.of(), Set.of(2L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not have");
        assertThatThrownBy(() -> version.apply(List.of(new Placed(1, table(2, "d", "e"))), Set.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tables 1 and 2 overlap in level 1");
        assertThatThrownBy(() -> version.apply(List.of(new Placed(3, table(1, "x", "y"))), Set.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("twice");
    }

    @Test
    void boundsOfTablesAndRangesBelongToThem() {
        Version version = Version.empty()
                .apply(
                        List.of(
                                new Placed(1, table(1, "", "a")),
                                new Placed(1, table(2, "ab", "ab")),
                                new Placed(1, table(3, "b", "\u00ff\u00ff"))),
                        Set.of());

        assertThat(number(version.find(1, key("")))).isEqualTo(1);
        assertThat(number(version.find(1, key("a")))).isEqualTo(1);
        assertThat(version.find(1, key("a\0"))).isNull();
        assertThat(number(version.find(1, key("ab")))).isEqualTo(2);
        assertThat(number(version.find(1, key("\u00ff")))).isEqualTo(3);
        assertThat(version.find(1, key("\u00ff\u00ff\0"))).isNull();
        assertThat(numbers(version.tablesOverlapping(1, key("a"), key("ab")))).containsExactly(1L, 2L);
        assertThat(numbers(version.tablesOverlapping(1, key("aa"), key("aa")))).isEmpty();
        assertThat(numbers(version.tablesOverlapping(1, null, key("")))).containsExactly(1L);
        assertThat(numbers(version.tablesOverlapping(1, key("\u00ff\u00ff"), null)))
                .containsExactly(3L);
    }

    @Test
    void searchingFindsWhatLookingAtEveryTableFinds() {
        long seed = Long.getLong("kiban.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Version version = randomVersion(random);
            for (int level = 0; level < Version.LEVELS; level++) {
                for (int query = 0; query < 20; query++) {
                    byte[] from = random.nextInt(8) == 0 ? null : randomKey(random);
                    byte[] to = random.nextInt(8) == 0 ? null : randomKey(random);
                    List<Table> expected = new ArrayList<>();
                    for (Table table : version.tables(level)) {
                        if ((from == null || Keys.compare(table.meta().maxKey(), from) >= 0)
                                && (to == null || Keys.compare(table.meta().minKey(), to) <= 0)
                                && (from == null || to == null || Keys.compare(from, to) <= 0)) {
                            expected.add(table);
                        }
                    }
                    if (from == null || to == null || Keys.compare(from, to) <= 0) {
                        assertThat(version.tablesOverlapping(level, from, to))
                                .as("seed %d, round %d", seed, round)
                                .isEqualTo(expected);
                    }
                    if (level > 0 && from != null) {
                        List<Table> holders = version.tablesOverlapping(level, from, from);
                        assertThat(version.find(level, from))
                                .as("seed %d, round %d", seed, round)
                                .isSameAs(holders.isEmpty() ? null : holders.get(0));
                    }
                }
            }
            assertThat(version.checkLevels())
                    .as("seed %d, round %d", seed, round)
                    .isEmpty();
        }
    }

    @Test
    void theCheckerNamesWhatCannotBe() {
        TableMeta wrongWay = new TableMeta(1, 0, 0, key("b"), key("a"), 9, 3, 1, 2);
        Version version = Version.empty()
                .apply(
                        List.of(
                                new Placed(0, table(wrongWay)),
                                new Placed(0, table(meta(2, "a", "c", 1, 10))),
                                new Placed(0, table(meta(3, "b", "d", 5, 12))),
                                new Placed(2, table(Tables.inKeyspace(4, meta(5, "x", "y"))))),
                        Set.of());

        assertThat(version.checkLevels())
                .contains(
                        "L0 table 1 has its keys the wrong way round",
                        "L0 table 1 has sequences 9 to 3",
                        "L0 table 1 has 0 bytes and 1 entries",
                        "L0 table 1 has 2 tombstones among 1 entries",
                        "L0 tables 3 and 2 share keys and sequences",
                        "the tree holds tables of several keyspaces: [0, 4]");
    }

    private static Version randomVersion(Random random) {
        List<Placed> placed = new ArrayList<>();
        long number = 1;
        for (int level = 0; level < Version.LEVELS; level++) {
            TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
            int wanted = random.nextInt(30);
            for (int i = 0; i < wanted; i++) {
                keys.add(randomKey(random));
            }
            while (!keys.isEmpty()) {
                byte[] min = keys.pollFirst();
                byte[] max = keys.isEmpty() || random.nextInt(4) == 0 ? min : keys.pollFirst();
                placed.add(new Placed(
                        level, table(new TableMeta(number, 0, 100, min, max, number * 10, number * 10 + 9, 10, 0))));
                number++;
            }
        }
        return Version.empty().apply(placed, Set.of());
    }

    private static byte[] randomKey(Random random) {
        byte[] key = new byte[random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(4) * 85);
        }
        return key;
    }

    private static long number(Table table) {
        return table.meta().number();
    }

    private static List<Long> numbers(List<Table> tables) {
        return tables.stream().map(VersionTest::number).toList();
    }
}
