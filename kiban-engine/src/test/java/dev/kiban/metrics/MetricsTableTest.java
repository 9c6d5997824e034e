package dev.kiban.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MetricsTableTest {

    @Test
    void aBusyStoreIsPrintedAsTheGoldenTable() throws IOException {
        assertThat(MetricsTable.render(MetricsPictures.busy())).isEqualTo(golden("metrics-busy.txt"));
    }

    @Test
    void anEmptyStoreIsPrintedAsTheGoldenTable() throws IOException {
        assertThat(MetricsTable.render(MetricsPictures.empty())).isEqualTo(golden("metrics-empty.txt"));
    }

    @Test
    void sizesUsePowersOf1024() {
        assertThat(MetricsTable.size(0)).isEqualTo("0B");
        assertThat(MetricsTable.size(1023)).isEqualTo("1023B");
        assertThat(MetricsTable.size(1024)).isEqualTo("1.0K");
        assertThat(MetricsTable.size(10 * 1024 * 1024)).isEqualTo("10M");
        assertThat(MetricsTable.size(1L << 40)).isEqualTo("1.0T");
        assertThat(MetricsTable.size(Long.MAX_VALUE)).isEqualTo("unlimited");
        assertThat(MetricsTable.size(Long.MAX_VALUE - 1)).isEqualTo("8.0E");
    }

    @Test
    void countsAreExactWhileTheyAreShort() {
        assertThat(MetricsTable.count(99_999)).isEqualTo("99999");
        assertThat(MetricsTable.count(100_000)).isEqualTo("100k");
        assertThat(MetricsTable.count(999_949)).isEqualTo("1000k");
        assertThat(MetricsTable.count(1_250_000)).isEqualTo("1.3M");
        assertThat(MetricsTable.count(123_456_789)).isEqualTo("123M");
        assertThat(MetricsTable.count(12_345_678_901L)).isEqualTo("12.3G");
    }

    @Test
    void durationsHaveTheUnitThatSuitsThem() {
        assertThat(MetricsTable.nanos(0)).isEqualTo("0ns");
        assertThat(MetricsTable.nanos(999)).isEqualTo("999ns");
        assertThat(MetricsTable.nanos(1_500)).isEqualTo("1.5us");
        assertThat(MetricsTable.nanos(150_000)).isEqualTo("150us");
        assertThat(MetricsTable.nanos(2_500_000)).isEqualTo("2.5ms");
        assertThat(MetricsTable.nanos(3_000_000_000L)).isEqualTo("3.0s");
        assertThat(MetricsTable.nanos(125_000_000_000L)).isEqualTo("2m5s");
        assertThat(MetricsTable.nanos(7_500_000_000_000L)).isEqualTo("2h5m");
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = MetricsTableTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
