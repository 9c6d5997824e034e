package dev.kiban.internal.version;

import dev.kiban.internal.fs.FileSystem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that nothing refers to any more. A deletion that fails, say because a scanner has the file open, is tried again with the
 * next call; what is left at the end is deleted by the next open of the store. Thread safe.
 */
public final class ObsoleteFiles {

    private record Doomed(Path file, long bytes) {}

    private final FileSystem fs;
    private final List<Doomed> doomed = new ArrayList<>();
    private long bytes;

    public ObsoleteFiles(FileSystem fs) {
        this.fs = fs;
    }

    public synchronized void add(Path file, long size) {
        doomed.add(new Doomed(file, size));
        bytes += size;
    }

    /** Bytes of files that wait. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Deletes what can be deleted. */
    public synchronized void delete() {
        doomed.removeIf(this::isGone);
    }

    private boolean isGone(Doomed file) {
        try {
            fs.delete(file.file());
        } catch (NoSuchFileException e) {
            bytes -= file.bytes();
            return true;
        } catch (IOException e) {
            return false;
        }
        bytes -= file.bytes();
        return true;
    }
}
