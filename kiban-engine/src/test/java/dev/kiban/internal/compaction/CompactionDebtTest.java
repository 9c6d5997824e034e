package dev.kiban.internal.compaction;

import static dev.kiban.internal.compaction.Trees.KB;
import static dev.kiban.internal.compaction.Trees.SHAPE;
import static dev.kiban.internal.compaction.Trees.table;
import static dev.kiban.internal.compaction.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.version.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionDebtTest {

    @Test
    void scoresCompareEachLevelWithItsTarget() {
        Version tree = tree(
                List.of(table(3, "a", "b"), table(2, "a", "b")),
                List.of(table(11, "a", "b", 150 * KB)),
                List.of(table(21, "a", "b", 250 * KB)),
                List.of(),
                List.of(),
                List.of(),
                List.of(table(61, "a", "b", 999 * KB)));
        List<LevelScore> scores = CompactionDebt.scores(tree, SHAPE);
        assertThat(scores).hasSize(7);
        assertThat(scores.get(0)).isEqualTo(new LevelScore(0, 2, 20 * KB, 0, 0.5, 0));
        assertThat(scores.get(1)).isEqualTo(new LevelScore(1, 1, 150 * KB, 100 * KB, 1.5, 50 * KB));
        assertThat(scores.get(2)).isEqualTo(new LevelScore(2, 1, 250 * KB, 1_000 * KB, 0.25, 0));
        assertThat(scores.get(3)).isEqualTo(new LevelScore(3, 0, 0, 10_000 * KB, 0, 0));
        assertThat(scores.get(6)).isEqualTo(new LevelScore(6, 1, 999 * KB, 0, 0, 0));
    }

    @Test
    void l0QueuesAllItsBytesOnceItHasItsFiles() {
        Version tree = tree(List.of(table(4, "a", "b"), table(3, "a", "b"), table(2, "a", "b"), table(1, "a", "b")));
        LevelScore l0 = CompactionDebt.scores(tree, SHAPE).get(0);
        assertThat(l0.score()).isEqualTo(1.0);
        assertThat(l0.queuedBytes()).isEqualTo(40 * KB);
    }

    @Test
    void aTreeInShapeHasNothingPending() {
        assertThat(CompactionDebt.pendingBytes(tree(), SHAPE)).isZero();
        Version tree = tree(List.of(table(1, "a", "b")), List.of(table(2, "a", "b", 100 * KB)));
        assertThat(CompactionDebt.pendingBytes(tree, SHAPE)).isZero();
    }

    @Test
    void pendingBytesFollowTheSurplusDownWithWhatItRewrites() {
        // L0's 120 and L1's 80 are merged: 200. Of the then 200, 100 is too much; each rewrites 400 / 200 bytes of L2.
        Version tree = tree(
                List.of(table(1, "a", "b", 120 * KB)),
                List.of(table(11, "a", "b", 80 * KB)),
                List.of(table(21, "a", "b", 400 * KB)));
        assertThat(CompactionDebt.pendingBytes(tree, SHAPE)).isEqualTo((120 + 80 + 100 * 3) * KB);
    }

    @Test
    void hugeLevelsDoNotOverflow() {
        LevelShape huge = new LevelShape(1, 1L << 40, 100, 1L << 30);
        assertThat(huge.target(5))
                .isEqualTo(Long.MAX_VALUE >= (1L << 40) * 1e8 ? (long) ((1L << 40) * 1e8) : Long.MAX_VALUE);
        Version tree = tree(
                List.of(table(1, "a", "b", 1L << 61)),
                List.of(table(2, "a", "b", 1L << 61)),
                List.of(table(3, "a", "b", 1L << 61)));
        assertThat(CompactionDebt.pendingBytes(tree, huge)).isEqualTo(Long.MAX_VALUE);
    }
}
