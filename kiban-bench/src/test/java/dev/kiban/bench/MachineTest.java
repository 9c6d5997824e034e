package dev.kiban.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MachineTest {

    @Test
    void theCommitCanBeLookedUpAndFitsATrace() {
        assumeThat(Path.of("..", ".git")).exists();
        assertThat(Machine.commit())
                .hasValueSatisfying(commit -> assertThat(commit).matches("[0-9a-f]{40}( with changes)?"));
    }
}
