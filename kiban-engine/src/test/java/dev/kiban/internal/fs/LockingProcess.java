package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.file.Path;

/** A process that locks a directory, says how that went, and holds on until it is killed or its input ends. */
final class LockingProcess {

    private LockingProcess() {}

    public static void main(String[] arguments) throws IOException {
        try {
            DirectoryLock lock = new RealFileSystem().lock(Path.of(arguments[0]));
            System.out.println("locked");
            while (System.in.read() >= 0) {
                // Hold on.
            }
            lock.close();
        } catch (DirectoryLockedException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
