package dev.kiban.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteCountTest {

    @ParameterizedTest
    @CsvSource({
        "0,0 B",
        "1023,1023 B",
        "1024,1.0 KiB",
        "1536,1.5 KiB",
        "104857600,100 MiB",
        "5000000000,4.7 GiB",
        "9223372036854775807,8388608 TiB"
    })
    void hasAUnit(long bytes, String text) {
        assertThat(new ByteCount(bytes)).hasToString(text);
    }
}
