package dev.kiban.internal.compaction;

import static dev.kiban.internal.compaction.Trees.KB;
import static dev.kiban.internal.compaction.Trees.SHAPE;
import static dev.kiban.internal.compaction.Trees.dense;
import static dev.kiban.internal.compaction.Trees.numbers;
import static dev.kiban.internal.compaction.Trees.table;
import static dev.kiban.internal.compaction.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Version;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompactionPickerTest {

    private static final long ALL_VISIBLE = Long.MAX_VALUE;

    private final CompactionPicker picker = new CompactionPicker(SHAPE);

    @Test
    void aSmallTreeIsLeftAlone() {
        assertThat(pick(tree())).isEqualTo("nothing");
        assertThat(pick(tree(List.of(table(3, "a", "z"), table(2, "a", "z"), table(1, "a", "z")))))
                .isEqualTo("nothing");
    }

    @Test
    void overlappingL0FilesGoTogetherWithWhatTheyOverlapBelow() {
        Version tree = tree(
                List.of(table(14, "a", "m"), table(13, "c", "p"), table(12, "b", "d"), table(11, "a", "c")),
                List.of(table(1, "a", "b"), table(2, "n", "q"), table(3, "r", "z")));
        assertThat(pick(tree)).isEqualTo("L0[14, 13, 12, 11] L1[1, 2] bottom");
    }

    @Test
    void ofL0OnlyWhatSharesKeysWithTheOldestGoesAlong() {
        Version tree = tree(
                List.of(table(14, "x", "z"), table(13, "c", "e"), table(12, "h", "k"), table(11, "a", "d")),
                List.of(table(1, "a", "z")));
        assertThat(pick(tree)).isEqualTo("L0[13, 11] L1[1] bottom");
    }

    @Test
    void l0GoesByBytesWhenItsFilesAreLarge() {
        Version tree = tree(List.of(table(2, "a", "z", 60 * KB), table(1, "a", "z", 60 * KB)));
        assertThat(pick(tree)).isEqualTo("L0[2, 1] L1[] bottom");
    }

    @Test
    void aLoneL0FileWithNothingBelowIsMoved() {
        Version tree = tree(List.of(table(4, "g", "h"), table(3, "e", "f"), table(2, "c", "d"), table(1, "a", "b")));
        assertThat(pick(tree)).isEqualTo("L0[1] L1[] move bottom");
    }

    @Test
    void oneL0CompactionRunsAtATime() {
        Version tree = tree(List.of(
                table(6, "a", "b"),
                table(5, "a", "b"),
                table(4, "g", "h"),
                table(3, "e", "f"),
                table(2, "c", "d"),
                table(1, "x", "y")));
        CompactionPlan first = picker.pick(1, tree, List.of(), ALL_VISIBLE).orElseThrow();
        assertThat(picker.pick(1, tree, List.of(first), ALL_VISIBLE)).isEmpty();
    }

    @Test
    void theFullestLevelGoesFirst() {
        Version tree = tree(
                List.of(table(4, "a", "b"), table(3, "a", "b"), table(2, "a", "b"), table(1, "a", "b")),
                List.of(table(11, "a", "c", 150 * KB), table(12, "d", "e", 150 * KB)),
                List.of(table(21, "a", "c", 10 * KB)));
        assertThat(pick(tree)).isEqualTo("L1[12] L2[] move bottom");
    }

    @Test
    void inALevelTheCheapestOverlapGoesFirst() {
        Version tree = tree(
                List.of(),
                List.of(table(11, "a", "c", 60 * KB), table(12, "d", "f", 60 * KB), table(13, "g", "i", 60 * KB)),
                List.of(table(21, "a", "c", 90 * KB), table(22, "d", "f", 30 * KB), table(23, "g", "i", 60 * KB)));
        assertThat(pick(tree)).isEqualTo("L1[12] L2[22] bottom");
    }

    @Test
    void inALevelTombstoneDenseTablesGoBeforeCheapOnes() {
        Version tree = tree(
                List.of(),
                List.of(table(11, "a", "c", 200 * KB), dense(12, "d", "f")),
                List.of(table(22, "d", "f", 30 * KB)));
        assertThat(pick(tree)).isEqualTo("L1[12] L2[22] bottom");
    }

    @Test
    void upperTablesThatCostNothingMoreGoAlong() {
        Version tree = tree(
                List.of(),
                List.of(table(11, "b", "c", 50 * KB), table(12, "d", "e", 60 * KB), table(13, "x", "z", 10 * KB)),
                List.of(table(21, "a", "f", 60 * KB), table(22, "x", "z", 90 * KB)));
        assertThat(pick(tree)).isEqualTo("L1[11, 12] L2[21] bottom");
    }

    @Test
    void aTableIsNotMovedOverTooManyGrandparents() {
        Version tree = tree(
                List.of(), List.of(table(11, "a", "z", 150 * KB)), List.of(), List.of(table(31, "a", "z", 101 * KB)));
        assertThat(pick(tree)).isEqualTo("L1[11] L2[]");
    }

    @Test
    void aDenseTableWithNothingDeeperIsRewrittenAndNotMoved() {
        Version tree = tree(List.of(), List.of(table(10, "a", "b", 95 * KB), dense(11, "c", "z")));
        assertThat(pick(tree)).isEqualTo("L1[11] L2[] bottom");
    }

    @Test
    void aBusyTableAndItsNeighboursBelowAreLeftAlone() {
        Version tree = tree(
                List.of(),
                List.of(table(11, "a", "c", 150 * KB), table(12, "d", "f", 150 * KB), table(13, "h", "i", 150 * KB)),
                List.of(table(21, "b", "e", 10 * KB), table(22, "h", "i", 50 * KB)));
        CompactionPlan running = picker.pick(1, tree, List.of(), ALL_VISIBLE).orElseThrow();
        assertThat(numbers(running.lower())).containsExactly(21L);
        CompactionPlan second =
                picker.pick(1, tree, List.of(running), ALL_VISIBLE).orElseThrow();
        assertThat(Trees.describe(second)).isEqualTo("L1[13] L2[22] bottom");
        assertThat(picker.pick(1, tree, List.of(running, second), ALL_VISIBLE)).isEmpty();
    }

    @Test
    void aJobThatWritesBetweenTablesKeepsOthersOut() {
        Version tree = tree(List.of(table(9, "a", "z", 150 * KB)), List.of(), List.of(table(21, "m", "n", 2_000 * KB)));
        CompactionPlan down = picker.pick(1, tree, List.of(), ALL_VISIBLE).orElseThrow();
        assertThat(Trees.describe(down)).isEqualTo("L2[21] L3[] move bottom");
        CompactionPlan running =
                new CompactionPlan(1, 2, 3, List.of(table(99, "a", "z")), List.of(), List.of(), false, "test");
        assertThat(describe(picker.pick(1, tree, List.of(running), ALL_VISIBLE)))
                .isEqualTo("L0[9] L1[]");
    }

    @Test
    void compactionsOfOtherKeyspacesDoNotMatter() {
        Version tree = tree(List.of(table(1, "a", "z", 150 * KB)));
        CompactionPlan other =
                new CompactionPlan(2, 0, 1, List.of(table(1, "a", "z")), List.of(), List.of(), false, "test");
        assertThat(describe(picker.pick(1, tree, List.of(other), ALL_VISIBLE))).isEqualTo("L0[1] L1[] move bottom");
    }

    @Test
    void tombstonesArePushedDownEvenWhenNoLevelIsFull() {
        assertThat(pick(tree(List.of(dense(5, "a", "b")), List.of(table(1, "a", "c")))))
                .isEqualTo("L0[5] L1[1] bottom");
        assertThat(pick(tree(List.of(), List.of(dense(5, "a", "b")), List.of(), List.of(table(1, "a", "c")))))
                .isEqualTo("L1[5] L2[] move");
    }

    @Test
    void tombstonesWithNothingDeeperAreRewrittenInPlace() {
        List<Table> level = List.of(table(4, "0", "9"), dense(5, "a", "b"), table(6, "c", "d"));
        assertThat(pick(tree(List.of(), List.of(), level))).isEqualTo("L2[5] L2[] bottom");
        assertThat(pick(tree(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), level)))
                .isEqualTo("L6[5] L6[] bottom");
    }

    @Test
    void tombstonesThatASnapshotNeedsWait() {
        Version tree = tree(List.of(), List.of(dense(5, "a", "b")));
        assertThat(picker.pick(1, tree, List.of(), 4)).isEmpty();
        assertThat(picker.pick(1, tree, List.of(), 5)).isPresent();
    }

    @Test
    void fewTombstonesAreNoReason() {
        Table few = new Table(new TableMeta(1, 1, 10, new byte[0], new byte[0], 1, 1, 1_023, 1_023));
        assertThat(pick(tree(List.of(few)))).isEqualTo("nothing");
        Table diluted = new Table(new TableMeta(1, 1, 10, new byte[0], new byte[0], 1, 1, 4_000, 1_999));
        assertThat(pick(tree(List.of(diluted)))).isEqualTo("nothing");
        Table enough = new Table(new TableMeta(1, 1, 10, new byte[0], new byte[0], 1, 1, 2_048, 1_024));
        assertThat(pick(tree(List.of(enough)))).isEqualTo("L0[1] L1[] bottom");
    }

    @Test
    void theLastLevelIsNeverTooFull() {
        List<Table> last = List.of(table(1, "a", "z", Long.MAX_VALUE / 4));
        assertThat(pick(tree(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), last)))
                .isEqualTo("nothing");
    }

    private String pick(Version tree) {
        return describe(picker.pick(1, tree, List.of(), ALL_VISIBLE));
    }

    private static String describe(Optional<CompactionPlan> plan) {
        return plan.map(Trees::describe).orElse("nothing");
    }
}
