package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One engine a directory (F04, F35). */
class LockTest {

    @Test
    void aSecondOpenerIsRefusedAndItsRefusalDoesNotDropTheLockForOtherProcesses(@TempDir Path directory)
            throws Exception {
        try (Kiban db = Kiban.open(directory)) {
            db.put(new byte[] {1}, new byte[] {2});
            assertThatThrownBy(() -> Kiban.open(directory))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContaining(directory.toRealPath().toString());
            assertThat(ChildJvm.run(OpenAndExit.class, directory.toString())).isEqualTo(OpenAndExit.LOCKED);
            assertThat(db.get(new byte[] {1})).containsExactly(2);
        }
        assertThat(ChildJvm.run(OpenAndExit.class, directory.toString())).isEqualTo(OpenAndExit.OPENED);
    }

    @Test
    void aSymlinkedDirectoryIsTheSameStore(@TempDir Path directory) throws Exception {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        try (Kiban db = Kiban.open(real)) {
            assertThat(db.isClosed()).isFalse();
            assertThatThrownBy(() -> Kiban.open(link)).isInstanceOf(StoreLockedException.class);
        }
        Kiban.open(link).close();
    }

    @Test
    void aLockFileLeftBehindWithAnyContentStopsNobody(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("LOCK"), "pid 1 on some other host, \u0000 garbage");
        Kiban.open(directory).close();
    }

    @Test
    void anOpenerWithATimeoutGetsTheStoreOnceItsHolderCloses(@TempDir Path directory) throws Exception {
        Kiban holder = Kiban.open(directory);
        holder.put(new byte[] {1}, new byte[] {2});
        KibanOptions patient =
                KibanOptions.builder().lockTimeout(Duration.ofSeconds(60)).build();
        CompletableFuture<Kiban> waiting = CompletableFuture.supplyAsync(() -> Kiban.open(directory, patient));
        holder.close();
        try (Kiban next = waiting.get()) {
            assertThat(next.get(new byte[] {1})).containsExactly(2);
        }
    }

    /** Tries to open a store in a process of its own. */
    static final class OpenAndExit {

        static final int OPENED = 0;
        static final int LOCKED = 3;

        private OpenAndExit() {}

        public static void main(String[] arguments) {
            try {
                Kiban.open(Path.of(arguments[0])).close();
            } catch (StoreLockedException e) {
                System.exit(LOCKED);
            }
        }
    }
}
