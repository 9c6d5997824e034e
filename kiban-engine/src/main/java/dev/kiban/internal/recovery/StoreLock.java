package dev.kiban.internal.recovery;

import dev.kiban.internal.fs.DirectoryLock;
import dev.kiban.internal.fs.DirectoryLockedException;
import dev.kiban.internal.fs.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Gets a store's directory for one engine, waiting for its holder as long as wished. Stateless. */
public final class StoreLock {

    private static final long POLL_NANOS = 10_000_000;

    private StoreLock() {}

    /**
     * Waits without regard to interrupts; the flag is kept.
     *
     * @throws DirectoryLockedException when the directory is still held after the patience ran out
     */
    public static DirectoryLock acquire(FileSystem fs, Path directory, Duration patience) throws IOException {
        long until = fs.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return fs.lock(directory);
                } catch (DirectoryLockedException e) {
                    if (fs.nanoTime() - until >= 0) {
                        throw e;
                    }
                }
                LockSupport.parkNanos(POLL_NANOS);
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
