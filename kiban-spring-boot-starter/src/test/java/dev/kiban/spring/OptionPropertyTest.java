package dev.kiban.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.InvalidOptionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionPropertyTest {

    @ParameterizedTest
    @CsvSource({
        "name, kiban.name",
        "cacheSize, kiban.cache-size",
        "l0StopFiles, kiban.l0-stop-files",
        "filterBitsPerKey, kiban.filter-bits-per-key"
    })
    void anOptionIsItsPropertyInDashes(String option, String property) {
        assertThat(new OptionProperty(option).name()).isEqualTo(property);
    }

    @Test
    void aReasonNamesPropertiesInsteadOfOptions() {
        var refused = new InvalidOptionException("l0StopFiles", 3, "must be greater than l0SlowdownFiles, which is 12");
        assertThat(OptionProperty.reason(refused))
                .isEqualTo("must be greater than kiban.l0-slowdown-files, which is 12");
        assertThat(OptionProperty.translate(refused)).satisfies(translated -> {
            assertThat(translated.getName()).isEqualTo("kiban.l0-stop-files");
            assertThat(translated.getValue()).isEqualTo("3");
            assertThat(translated).hasCause(refused);
        });
    }
}
