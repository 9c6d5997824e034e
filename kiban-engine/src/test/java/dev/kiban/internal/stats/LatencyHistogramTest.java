package dev.kiban.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.kiban.metrics.Latency;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

    private final long seed = Long.getLong("kiban.seed", 20_260_101L);

    @Test
    void everyValueIsReadBackLessThanOneThirtySecondTooHigh() {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 200_000; i++) {
            long value = random.nextLong(1L << 42) >>> random.nextInt(42);
            long shown = LatencyHistogram.highest(LatencyHistogram.bucket(value));
            if (shown < value || (shown - value) * 32 >= Math.max(1, value)) {
                fail("value %d is shown as %d, seed %d", value, shown, seed);
            }
        }
    }

    @Test
    void bucketsAreContiguousAndAscending() {
        for (int bucket = 0; bucket < LatencyHistogram.BUCKETS - 1; bucket++) {
            long highest = LatencyHistogram.highest(bucket);
            assertThat(LatencyHistogram.bucket(highest)).isEqualTo(bucket);
            assertThat(LatencyHistogram.bucket(highest + 1)).isEqualTo(bucket + 1);
        }
        assertThat(LatencyHistogram.highest(LatencyHistogram.BUCKETS - 1)).isEqualTo((1L << 42) - 1);
    }

    @Test
    void percentilesStayWithinTheBucketErrorOfTheTrueOnes() {
        SplittableRandom random = new SplittableRandom(seed);
        for (int count : new int[] {1, 2, 3, 100, 1_000, 33_333}) {
            LatencyHistogram histogram = new LatencyHistogram();
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = random.nextLong(1L << (10 + random.nextInt(25)));
                histogram.record(values[i]);
            }
            Arrays.sort(values);
            HistogramSnapshot snapshot = histogram.snapshot();
            for (double percent : new double[] {0.01, 1, 25, 50, 90, 99, 99.9, 100}) {
                long exact = values[(int) Math.max(1, Math.ceil(count * (percent / 100))) - 1];
                long shown = snapshot.percentile(percent);
                assertThat(shown).as("p%s of %d, seed %d", percent, count, seed).isGreaterThanOrEqualTo(exact);
                assertThat((shown - exact) * 32)
                        .as("p%s of %d, seed %d", percent, count, seed)
                        .isLessThan(Math.max(1, exact));
            }
            assertThat(snapshot.maxNanos()).isEqualTo(values[count - 1]);
            assertThat(snapshot.sumNanos()).isEqualTo(Arrays.stream(values).sum());
            assertThat(snapshot.count()).isEqualTo(count);
        }
    }

    @Test
    void anEmptyHistogramIsAllZeros() {
        assertThat(new LatencyHistogram().latency()).isEqualTo(new Latency(0, 0, 0, 0, 0, 0));
    }

    @Test
    void negativeAndEnormousDurationsHaveAPlace() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(-5);
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.latency())
                .isEqualTo(new Latency(2, Long.MAX_VALUE, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void anIntervalHoldsOnlyWhatCameInIt() {
        LatencyHistogram histogram = new LatencyHistogram();
        for (int i = 0; i < 1_000; i++) {
            histogram.record(1_000_000);
        }
        HistogramSnapshot before = histogram.snapshot();
        for (int i = 1; i <= 100; i++) {
            histogram.record(i);
        }
        HistogramSnapshot interval = histogram.snapshot().minus(before);
        assertThat(interval.count()).isEqualTo(100);
        assertThat(interval.sumNanos()).isEqualTo(5050);
        assertThat(interval.percentile(50)).isEqualTo(50);
        assertThat(interval.percentile(99)).isEqualTo(99);
        assertThat(interval.percentile(99.9)).isEqualTo(101); // the bucket of 100 and 101, below the earlier maximum
        assertThat(interval.maxNanos()).isEqualTo(101);
    }

    @Test
    void theMaximumOfAnIntervalIsExactWhenItIsANewRecord() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(10);
        HistogramSnapshot before = histogram.snapshot();
        histogram.record(12_345_678);
        assertThat(histogram.snapshot().minus(before).maxNanos()).isEqualTo(12_345_678);
    }

    @Test
    void readersOfIntervalsDoNotDisturbEachOther() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(7);
        Supplier<Latency> one = histogram.intervals();
        Supplier<Latency> other = histogram.intervals();
        histogram.record(20);
        assertThat(one.get()).isEqualTo(new Latency(1, 20, 20, 20, 20, 20));
        histogram.record(30);
        assertThat(one.get()).isEqualTo(new Latency(1, 30, 30, 30, 30, 30));
        assertThat(one.get()).isEqualTo(new Latency(0, 0, 0, 0, 0, 0));
        assertThat(other.get()).isEqualTo(new Latency(2, 50, 20, 30, 30, 30));
    }

    @Test
    void nothingIsLostBetweenThreads() throws Exception {
        LatencyHistogram histogram = new LatencyHistogram();
        CountDownLatch go = new CountDownLatch(1);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    return;
                }
                for (int value = 1; value <= 50_000; value++) {
                    histogram.record(value);
                }
            });
            threads[i].start();
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(histogram.snapshot().count()).isEqualTo(200_000);
        assertThat(histogram.snapshot().sumNanos()).isEqualTo(4L * 50_000 * 50_001 / 2);
        assertThat(histogram.snapshot().maxNanos()).isEqualTo(50_000);
    }

    @Test
    void aPercentileOutsideItsRangeIsRefused() {
        HistogramSnapshot snapshot = new LatencyHistogram().snapshot();
        assertThatThrownBy(() -> snapshot.percentile(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> snapshot.percentile(100.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> snapshot.percentile(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
