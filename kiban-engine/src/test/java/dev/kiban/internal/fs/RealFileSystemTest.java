package dev.kiban.internal.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealFileSystemTest extends FileSystemContract {

    private final FileSystem fs = new RealFileSystem();

    @TempDir
    Path directory;

    @Override
    FileSystem fs() {
        return fs;
    }

    @Override
    Path directory() {
        return directory;
    }

    /** Tries to lock in another process and returns what it says: "locked", or the refusal. */
    private Process otherProcess(Path target) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockingProcess.class.getName(),
                        target.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private String answerOfOtherProcess() throws IOException {
        Process process = otherProcess(directory);
        try (BufferedReader answers = process.inputReader()) {
            return String.valueOf(answers.readLine());
        } finally {
            process.destroy();
        }
    }

    /** Tries to lock through classes of another loader; returns the name of the exception's class and its message. */
    private String answerOfOtherClassLoader() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass(RealFileSystem.class.getName());
            assertThat(type).isNotSameAs(RealFileSystem.class);
            Object other = type.getConstructor().newInstance();
            try {
                AutoCloseable lock =
                        (AutoCloseable) type.getMethod("lock", Path.class).invoke(other, directory);
                lock.close();
                return "locked";
            } catch (InvocationTargetException e) {
                return e.getCause().getClass().getSimpleName() + ": "
                        + e.getCause().getMessage();
            }
        }
    }

    @Test
    void aRefusedOpenerOfAnyClassLoaderLeavesTheLockToItsHolder() throws Exception {
        try (DirectoryLock lock = fs.lock(directory)) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> fs.lock(directory)).isInstanceOf(DirectoryLockedException.class);
            assertThat(answerOfOtherClassLoader())
                    .startsWith("DirectoryLockedException")
                    .contains("this JVM");
            assertThat(answerOfOtherProcess())
                    .startsWith("refused")
                    .contains("another process (pid " + ProcessHandle.current().pid() + " on host ");
        }
        assertThat(answerOfOtherClassLoader()).isEqualTo("locked");
        assertThat(answerOfOtherProcess()).isEqualTo("locked");
    }

    @Test
    void aDirectoryHeldByAnotherProcessIsRefusedUntilThatOneDies() throws Exception {
        Process holder = otherProcess(directory);
        try (BufferedReader answers = holder.inputReader()) {
            assertThat(answers.readLine()).isEqualTo("locked");
            for (int i = 0; i < 3; i++) { // a refusal leaves no claim behind
                assertThatThrownBy(() -> fs.lock(directory))
                        .isInstanceOf(DirectoryLockedException.class)
                        .hasMessageContaining("another process (pid " + holder.pid() + " on host ");
            }
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> fs.lock(directory)).isInstanceOf(DirectoryLockedException.class);
            assertThat(Thread.interrupted()).isTrue();
            Files.writeString(directory.resolve("LOCK"), "key=secret");
            assertThatThrownBy(() -> fs.lock(directory))
                    .isInstanceOf(DirectoryLockedException.class)
                    .hasMessageEndingWith("already open in another process");
        } finally {
            holder.destroyForcibly();
        }
        holder.waitFor();
        fs.lock(directory).close();
    }

    @Test
    void aSymbolicLinkLeadsToTheSameLock() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        fs.createDirectories(link);
        try (DirectoryLock lock = fs.lock(link)) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> fs.lock(real)).isInstanceOf(DirectoryLockedException.class);
        }
        fs.lock(real).close();
    }

    @Test
    void claimsAreStringsAmongTheSystemPropertiesAndGoWithTheLock() throws IOException {
        String claim = "dev.kiban.open." + directory.toRealPath();
        try (DirectoryLock lock = fs.lock(directory)) {
            assertThat(lock).isNotNull();
            assertThat(System.getProperty(claim))
                    .startsWith("pid " + ProcessHandle.current().pid());
        }
        assertThat(System.getProperties()).doesNotContainKey(claim);
    }

    @Test
    void aClaimThatWasLostCostsTheHolderNothing() throws Exception {
        try (DirectoryLock lock = fs.lock(directory)) {
            assertThat(lock).isNotNull();
            System.getProperties().remove("dev.kiban.open." + directory.toRealPath());
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> fs.lock(directory)).isInstanceOf(DirectoryLockedException.class);
            }
            assertThat(answerOfOtherClassLoader()).startsWith("DirectoryLockedException");
            assertThat(answerOfOtherProcess()).startsWith("refused");
        }
        fs.lock(directory).close();
    }

    @Test
    void aDirectoryThatCannotBeLockedLeavesNoClaim() throws IOException {
        Files.createDirectory(directory.resolve("LOCK"));
        assertThatThrownBy(() -> fs.lock(directory))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DirectoryLockedException.class);
        Files.delete(directory.resolve("LOCK"));
        fs.lock(directory).close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "No space left on device",
                "Disk quota exceeded",
                "/x/y: No space left on device",
                "There is not enough space on the disk"
            })
    void aFullVolumeHasItsOwnException(String message) {
        IOException named = RealFileSystem.named(directory.resolve("000001.wal"), new IOException(message), 0);
        assertThat(named).isInstanceOf(NoSpaceException.class).hasMessageContaining("000001.wal");
    }

    @Test
    void anotherErrorKeepsItsMessageAndGetsTheFilesName() {
        IOException named =
                RealFileSystem.named(directory.resolve("000001.wal"), new IOException("Input/output error"), 1);
        assertThat(named)
                .isNotInstanceOf(NoSpaceException.class)
                .hasMessageContaining("000001.wal")
                .hasMessageContaining("Input/output error");
    }

    @Test
    void aVolumeWithTooLittleSpaceIsFullWhateverTheMessageSays() {
        IOException named = RealFileSystem.named(
                directory.resolve("000001.wal"), new IOException("Auf dem Gerät ist kein Platz"), Long.MAX_VALUE);
        assertThat(named).isInstanceOf(NoSpaceException.class);
    }

    @Test
    void freeSpaceIsWhatTheVolumeHas() throws IOException {
        assertThat(fs.totalSpace(directory)).isEqualTo(directory.toFile().getTotalSpace());
        assertThat(fs.freeSpace(directory)).isBetween(1L, fs.totalSpace(directory));
    }
}
