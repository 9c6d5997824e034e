package dev.kiban.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ProgressTest {

    @Test
    void aLineSaysHowFarHowFastAndHowLongStill() {
        assertThat(Progress.line("load", 250_000, 1_000_000, 2_000_000_000L))
                .isEqualTo("load: 250,000 of 1,000,000 (25%), 125,000 a second, 6 s left");
        assertThat(Progress.line("load", 0, 10, 1_000_000_000L))
                .isEqualTo("load: 0 of 10 (0%), 0 a second, time left unknown");
    }

    @Test
    void sizesAreReadWithTheirUnits() {
        ByteSize.Converter converter = new ByteSize.Converter();
        assertThat(converter.convert("4096").bytes()).isEqualTo(4_096);
        assertThat(converter.convert("64KB").bytes()).isEqualTo(64 << 10);
        assertThat(converter.convert("512 mib").bytes()).isEqualTo(512 << 20);
        assertThat(converter.convert("2g").bytes()).isEqualTo(2L << 30);
        for (String text : new String[] {"0B", "1000B", "64KB", "1536MB", "1GB"}) {
            assertThat(converter.convert(text)).hasToString(text);
        }
        assertThatThrownBy(() -> converter.convert("-1")).isInstanceOf(TypeConversionException.class);
        assertThatThrownBy(() -> converter.convert("5TB")).isInstanceOf(TypeConversionException.class);
    }
}
