package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The memory of this process that is resident, as far as the system tells it in a file: Linux does. Reading it costs microseconds.
 * Stateless apart from whether there is such a file, which does not change.
 */
public final class ProcessMemory {

    private static final String RESIDENT = "VmRSS:";

    private final Path status;
    private final boolean told;

    public ProcessMemory() {
        this(Path.of("/proc/self/status"));
    }

    ProcessMemory(Path status) {
        this.status = status;
        this.told = Files.isReadable(status);
    }

    /** Resident bytes, or null where unknown. */
    public @Nullable Long residentBytes() {
        if (!told) {
            return null;
        }
        try {
            for (String line : Files.readAllLines(status, StandardCharsets.ISO_8859_1)) {
                if (line.startsWith(RESIDENT)) {
                    String kib = line.substring(RESIDENT.length()).replace("kB", "");
                    return Long.parseLong(kib.trim()) * 1024;
                }
            }
            return null;
        } catch (IOException | NumberFormatException e) {
            return null;
        }
    }
}
