package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a write costs the operating system, counted by strace where it is installed; continuous integration requires it. */
class SyscallTest {

    @Test
    void aLoneSyncPutMakesOneSyncAndAProcessPutNone(@TempDir Path directory) throws Exception {
        Path strace = Path.of("/usr/bin/strace");
        if (System.getenv("CI") != null) {
            assertThat(strace).as("continuous integration must bring strace").exists();
        }
        assumeThat(Files.isExecutable(strace)).as("strace is not installed").isTrue();

        long idle = syncs(strace, directory.resolve("idle"), 0, Durability.PROCESS);
        assertThat(syncs(strace, directory.resolve("process"), 100, Durability.PROCESS) - idle)
                .isZero();
        assertThat(syncs(strace, directory.resolve("sync"), 100, Durability.SYNC) - idle)
                .isEqualTo(100);
    }

    /** Syncs that a child makes while it opens a store, makes the puts, and ends without closing. */
    private static long syncs(Path strace, Path store, int puts, Durability durability) throws Exception {
        Path trace = store.resolveSibling(store.getFileName() + ".strace");
        int status = ChildJvm.start(
                        List.of(
                                strace.toString(),
                                "-f",
                                "-e",
                                "trace=fsync,fdatasync,sync_file_range,msync",
                                "-o",
                                trace.toString()),
                        Puts.class,
                        store.toString(),
                        Integer.toString(puts),
                        durability.name())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
        try (var lines = Files.lines(trace)) {
            return lines.filter(line -> line.contains("sync(") && !line.contains("resumed"))
                    .count();
        }
    }

    /** Opens a store, writes, and halts. */
    static final class Puts {

        private Puts() {}

        public static void main(String[] arguments) {
            Kiban db = Kiban.open(Path.of(arguments[0]));
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                db.put(new byte[] {(byte) i}, new byte[100], Durability.valueOf(arguments[2]));
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
