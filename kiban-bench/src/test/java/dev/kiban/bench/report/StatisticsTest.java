package dev.kiban.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoMiddles() {
        assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3));
        assertThat(Spread.of(4, 1, 3, 2)).isEqualTo(new Spread(2.5, 1, 4));
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
        assertThatThrownBy(Spread::of).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ratiosAreTakenWithinEachRoundBeforeTheMedian() {
        // By medians it would be 20 / 10; by rounds it is 2, 4 and 3.
        Ratio ratio = Ratio.of(new double[] {10, 5, 20}, new double[] {20, 20, 60});
        assertThat(ratio.spread()).isEqualTo(new Spread(3, 2, 4));
        assertThat(ratio.isEven()).isFalse();
        assertThat(ratio.describe()).isEqualTo("3.00× better (2.00–4.00)");
    }

    @Test
    void aLossIsSaidAsPlainlyAsAWin() {
        Ratio ratio = Ratio.of(new double[] {20, 20, 60}, new double[] {10, 5, 20});
        assertThat(ratio.isEven()).isFalse();
        assertThat(ratio.describe()).isEqualTo("3.00× worse (2.00–4.00)");
    }

    @Test
    void aSignThatChangesBetweenRoundsIsEven() {
        Ratio ratio = Ratio.of(new double[] {10, 10, 10}, new double[] {30, 20, 9});
        assertThat(ratio.isEven()).isTrue();
        assertThat(ratio.describe()).isEqualTo("even (0.90–3.00)");
        assertThat(Ratio.of(new double[] {10}, new double[] {10}).isEven()).isTrue();
    }

    @Test
    void roundsMustPair() {
        assertThatThrownBy(() -> Ratio.of(new double[] {1, 2}, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void numbersKeepAboutThreeDigits() {
        assertThat(Numbers.format(0.0412)).isEqualTo("0.04");
        assertThat(Numbers.format(2.449)).isEqualTo("2.45");
        assertThat(Numbers.format(9.996)).isEqualTo("10.0");
        assertThat(Numbers.format(35.04)).isEqualTo("35.0");
        assertThat(Numbers.format(99.96)).isEqualTo("100");
        assertThat(Numbers.format(4_579.4)).isEqualTo("4,579");
        assertThat(Numbers.format(Double.NaN)).isEqualTo("–");
        assertThat(Numbers.range(1.001, 1.002)).isEqualTo("1.00");
    }
}
