package dev.kiban.internal.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessMemoryTest {

    @TempDir
    Path directory;

    @Test
    @EnabledOnOs(OS.LINUX)
    void onLinuxItHoldsAtLeastTheHeapThatIsTouched() {
        byte[] touched = new byte[32 << 20];
        Arrays.fill(touched, (byte) 1);
        assertThat(new ProcessMemory().residentBytes())
                .isGreaterThan(touched.length)
                .isLessThan(1L << 40);
    }

    @Test
    void kibibytesAreReadAsBytes() throws IOException {
        assertThat(told("Name:\tjava\nVmHWM:\t  99999 kB\nVmRSS:\t  12345 kB\nThreads:\t3\n"))
                .isEqualTo(12_345L * 1024);
    }

    @Test
    void itIsUnknownWhereTheSystemSaysNothingOrSomethingElse() throws IOException {
        assertThat(new ProcessMemory(directory.resolve("none")).residentBytes()).isNull();
        assertThat(told("")).isNull();
        assertThat(told("VmRSS:\tmuch\n")).isNull();
    }

    private Long told(String status) throws IOException {
        return new ProcessMemory(Files.writeString(directory.resolve("status"), status)).residentBytes();
    }
}
