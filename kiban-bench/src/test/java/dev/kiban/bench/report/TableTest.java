package dev.kiban.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table =
            new Table(List.of("work", "µs"), List.of(List.of("point read", "1.05"), List.of("a|b", "12.0")));

    @Test
    void textIsPaddedIntoColumns() {
        assertThat(table.toText()).isEqualTo("""
                        work        µs
                        ----------  ----
                        point read  1.05
                        a|b         12.0
                        """);
    }

    @Test
    void markdownEscapesBars() {
        assertThat(table.toMarkdown()).isEqualTo("""
                        | work | µs |
                        | --- | --- |
                        | point read | 1.05 |
                        | a\\|b | 12.0 |
                        """);
    }

    @Test
    void everyRowHasEveryCell() {
        assertThatThrownBy(() -> new Table(List.of("a", "b"), List.of(List.of("1"))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
