package dev.kiban.bench.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RandomWritesTest {

    @Test
    void threadsShareTheKeysWithoutOverlap() {
        RandomWrites workload = new RandomWrites(1_001, 8, 128, 4, 1);
        assertThat(workload.firstKey(0)).isZero();
        assertThat(workload.firstKey(4)).isEqualTo(1_001);
        for (int thread = 0; thread < 4; thread++) {
            assertThat(workload.firstKey(thread + 1) - workload.firstKey(thread))
                    .isBetween(250, 251);
        }
    }

    @Test
    void keysOrderByNumberWhateverTheirLength() {
        for (int length : new int[] {8, 13, 24}) {
            RandomWrites workload = new RandomWrites(1_000, length, 0, 1, 1);
            assertThat(workload.key(999)).hasSize(length);
            assertThat(Arrays.compareUnsigned(workload.key(255), workload.key(256)))
                    .isNegative();
        }
    }

    @Test
    void aValueFollowsFromKeyAndWriteAndHasItsLength() {
        for (int length : new int[] {0, 1, 7, 8, 9, 128}) {
            RandomWrites workload = new RandomWrites(1_000, 8, length, 1, 1);
            assertThat(workload.value(7, 3)).hasSize(length).isEqualTo(workload.value(7, 3));
        }
        RandomWrites workload = new RandomWrites(1_000, 8, 128, 1, 1);
        assertThat(workload.value(7, 3)).isNotEqualTo(workload.value(7, 4)).isNotEqualTo(workload.value(8, 3));
        assertThat(new RandomWrites(1_000, 8, 128, 1, 2).value(7, 3)).isNotEqualTo(workload.value(7, 3));
    }

    @Test
    void impossibleWorkloadsAreRefused() {
        assertThatThrownBy(() -> new RandomWrites(3, 8, 1, 4, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RandomWrites(3, 7, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
