package dev.kiban.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.kiban.KeyVisibility;
import dev.kiban.event.TableInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeyRanksTest {

    private final long seed = Long.getLong("kiban.seed", 20_260_104L);
    private final SplittableRandom random = new SplittableRandom(seed);
    private final KeyRanks ranks = new KeyRanks();
    private final TreeMap<byte[], Long> given = new TreeMap<>(Arrays::compareUnsigned);

    @Test
    void ranksKeepTheOrderOfRandomKeysAndNeverChange() {
        for (int edit = 0; edit < 3_000; edit++) {
            List<TableInfo> tables = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                tables.add(table(FakeStore.key(random), FakeStore.key(random)));
            }
            introduce(tables);
        }
        assertOrdered();
        assertThat(new TreeSet<>(given.values()).size())
                .as("different numbers of %d keys, seed %d", given.size(), seed)
                .isGreaterThan(given.size() * 99 / 100);
    }

    @Test
    void keysThatOnlyGrowHaveDifferentRanks() {
        for (long n = 0; n < 20_000; n++) {
            introduce(List.of(table(key(2 * n), key(2 * n + 1))));
        }
        assertOrdered();
        assertThat(new TreeSet<>(given.values())).hasSize(40_000);
    }

    @Test
    void keysThatOnlyFallHaveDifferentRanks() {
        for (long n = 20_000; n > 0; n--) {
            introduce(List.of(table(key(2 * n), key(2 * n + 1))));
        }
        assertOrdered();
        assertThat(new TreeSet<>(given.values())).hasSize(40_000);
    }

    @Test
    void aGapThatIsUsedUpGivesEqualRanksButNeverTurnsTheOrder() {
        introduce(List.of(table(key(0), key(1L << 40))));
        for (long n = 1; n <= 500; n++) {
            introduce(List.of(table(key(n), key(n))));
        }
        assertOrdered();
        assertThat(new TreeSet<>(given.values()).size()).isLessThan(given.size());
    }

    @Test
    void boundsThatComeTogetherShareTheGapEvenly() {
        assertThat(KeyRanks.spread(3, 0L, 8L)).containsExactly(2, 4, 6);
        assertThat(KeyRanks.spread(4, 10L, 12L)).containsExactly(10, 10, 11, 11);
        assertThat(KeyRanks.spread(2, 5L, 5L)).containsExactly(5, 5);
        assertThat(KeyRanks.spread(1, -KeyRanks.RANGE, KeyRanks.RANGE)).containsExactly(0);
        assertThat(KeyRanks.spread(2, KeyRanks.RANGE, null)).containsExactly(KeyRanks.RANGE, KeyRanks.RANGE);
        assertThat(KeyRanks.spread(2, null, -KeyRanks.RANGE)).containsExactly(-KeyRanks.RANGE, -KeyRanks.RANGE);
        long[] many = KeyRanks.spread(10_000, null, null);
        assertThat(many).isSorted().doesNotHaveDuplicates();
        assertThat(many[0]).isGreaterThanOrEqualTo(-KeyRanks.RANGE);
        assertThat(many[many.length - 1]).isLessThanOrEqualTo(KeyRanks.RANGE);
    }

    @Test
    void oddKeysHaveTheirPlace() {
        byte[] empty = {};
        byte[] zero = {0};
        byte[] zeros = {0, 0};
        byte[] last = {(byte) 0xFF};
        byte[] afterLast = {(byte) 0xFF, 0};
        introduce(List.of(table(last, last), table(empty, afterLast), table(zero, zeros)));
        assertThat(List.copyOf(given.values()))
                .isSorted()
                .doesNotHaveDuplicates()
                .hasSize(5);
    }

    @Test
    void theEnormousNumberOfBoundsIsForgottenAndTheLiveOnesStay() {
        TableInfo live = table(key(7), key(1L << 50));
        introduce(List.of(live));
        List<TableInfo> gone = new ArrayList<>();
        for (long n = 10; n < 60_010; n++) {
            gone.add(table(key(n * 2), key(n * 2 + 1)));
        }
        ranks.introduce(gone);
        ranks.forgetAllBut(List.of(
                new TraceLine.Table(1, 0, 1, 1, given.get(live.minKey()), given.get(live.maxKey()), 1, 0, "default")));
        assertOrdered();
        // A forgotten bound is introduced anew, between the ones that stayed.
        ranks.introduce(gone.subList(0, 1));
        assertThat(ranks.rank("default", key(20))).isBetween(given.get(live.minKey()), given.get(live.maxKey()));
    }

    @Test
    void eachVisibilityShowsWhatItSays() {
        byte[] key = "0123456789".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        byte[] brief = {0, (byte) 0xFF};
        Map<KeyVisibility, List<Object>> shown = new TreeMap<>();
        for (KeyVisibility visibility : KeyVisibility.values()) {
            KeyView view = new KeyView(visibility);
            view.introduce(List.of(table(brief, key)));
            shown.put(visibility, Arrays.asList(view.show("default", key), view.show("default", brief)));
        }
        assertThat(shown.get(KeyVisibility.HIDDEN)).containsExactly(null, null);
        assertThat(shown.get(KeyVisibility.PREFIX)).containsExactly("3031323334353637", "00ff");
        assertThat(shown.get(KeyVisibility.FULL)).containsExactly("30313233343536373839", "00ff");
        assertThat(shown.get(KeyVisibility.RANK))
                .allSatisfy(rank -> assertThat(rank).isInstanceOf(Long.class));
    }

    @Test
    void ranksDependOnTheOrderAloneNotOnTheBytes() {
        // Two sets of keys in the same order: what is shown of them is the same, so that it holds nothing of their
        // bytes.
        KeyRanks other = new KeyRanks();
        for (int i = 0; i < 200; i++) {
            long n = random.nextLong(1L << 40);
            TableInfo here = table(key(n), key(n + 3));
            TableInfo there = table(text(n), text(n + 3));
            ranks.introduce(List.of(here));
            other.introduce(List.of(there));
            assertThat(ranks.rank("default", here.minKey())).isEqualTo(other.rank("default", there.minKey()));
            assertThat(ranks.rank("default", here.maxKey())).isEqualTo(other.rank("default", there.maxKey()));
        }
    }

    private void introduce(List<TableInfo> tables) {
        ranks.introduce(tables);
        for (TableInfo table : tables) {
            for (byte[] key : List.of(table.minKey(), table.maxKey())) {
                long rank = ranks.rank("default", key);
                Long before = given.put(key, rank);
                if (before != null && before != rank) {
                    fail("a rank changed, seed %d", seed);
                }
            }
        }
    }

    private void assertOrdered() {
        long last = -KeyRanks.RANGE;
        for (Map.Entry<byte[], Long> entry : given.entrySet()) {
            long rank = entry.getValue();
            if (ranks.rank("default", entry.getKey()) != rank || rank < last || rank > KeyRanks.RANGE) {
                fail("rank %d after %d, seed %d", rank, last, seed);
            }
            last = rank;
        }
    }

    private static TableInfo table(byte[] lo, byte[] hi) {
        return new TableInfo(1, "default", 0, 1, lo, hi, 1, 0);
    }

    private static byte[] key(long n) {
        return ByteBuffer.allocate(8).putLong(n).array();
    }

    private static byte[] text(long n) {
        return String.format("customer-%020d@example.org", n).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
}
