package dev.kiban.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnitSpaceTest {

    private static final int MAX_ORDER = 4;

    @Test
    void joinsWhatIsGivenBack() {
        UnitSpace space = new UnitSpace(MAX_ORDER);
        assertThat(space.allocate(0)).isEqualTo(-1);
        space.grow();
        List<Integer> singles = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            singles.add(space.allocate(0));
        }
        assertThat(singles).doesNotHaveDuplicates();
        assertThat(space.allocate(0)).isEqualTo(-1);
        assertThat(space.taken()).isEqualTo(16);
        singles.forEach(space::release);
        assertThat(space.taken()).isZero();
        assertThat(space.allocate(MAX_ORDER)).isZero();
        assertThat(space.headOf(13)).isZero();
    }

    @Test
    void neverHandsOutAUnitTwice() {
        long seed = Long.getLong("kiban.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        UnitSpace space = new UnitSpace(MAX_ORDER);
        List<int[]> taken = new ArrayList<>();
        boolean[] used = new boolean[16 * 8];
        for (int step = 0; step < 20_000; step++) {
            if (space.units() < used.length && random.nextInt(500) == 0) {
                space.grow();
            }
            int order = random.nextInt(MAX_ORDER + 1);
            int head = random.nextBoolean() ? space.allocate(order) : -1;
            if (head >= 0) {
                assertThat(head % (1 << order)).as("seed %d", seed).isZero();
                assertThat(space.order(head)).isEqualTo(order);
                assertThat(space.isTaken(head)).isTrue();
                for (int unit = head; unit < head + (1 << order); unit++) {
                    assertThat(used[unit]).as("seed %d step %d", seed, step).isFalse();
                    assertThat(space.headOf(unit)).isEqualTo(head);
                    used[unit] = true;
                }
                taken.add(new int[] {head, order});
            } else if (!taken.isEmpty()) {
                int[] block = taken.remove(random.nextInt(taken.size()));
                space.release(block[0]);
                for (int unit = block[0]; unit < block[0] + (1 << block[1]); unit++) {
                    used[unit] = false;
                }
            }
            assertThat(space.taken())
                    .isEqualTo(taken.stream().mapToInt(block -> 1 << block[1]).sum());
        }
        taken.forEach(block -> space.release(block[0]));
        for (int slab = 0; slab < space.units() >> MAX_ORDER; slab++) {
            assertThat(space.allocate(MAX_ORDER)).as("seed %d", seed).isNotNegative();
        }
    }
}
