package dev.kiban.internal.fs;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The machine's own files, clocks and chance.
 *
 * <p>Nothing here is undone by an interrupt: writers go through {@link java.io.RandomAccessFile}, which ignores
 * interrupts, and whatever needs a {@link FileChannel} (which an interrupt closes, for everybody) is opened again and
 * retried with the flag put back at the end.
 *
 * <p>Thread safe.
 */
public final class RealFileSystem implements FileSystem {

    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** What operating systems call a full volume or an exhausted quota. */
    private static final List<String> NO_SPACE =
            List.of("No space left on device", "Disk quota exceeded", "There is not enough space on the disk");

    private final SecureRandom random = new SecureRandom();

    @Override
    public ReadableFile openForRead(Path file) throws IOException {
        return new RealReadableFile(file);
    }

    @Override
    public WritableFile create(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        RealWritableFile created = new RealWritableFile(file);
        try {
            created.truncate(0);
        } catch (IOException e) {
            created.close();
            throw e;
        }
        return created;
    }

    @Override
    public WritableFile openForWrite(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return new RealWritableFile(file);
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    @Override
    public long size(Path file) throws IOException {
        return Files.size(file);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                names.add(String.valueOf(entry.getFileName()));
            }
        } catch (NotDirectoryException e) {
            if (!Files.exists(directory)) { // what some platforms say of a missing one
                throw new NoSuchFileException(directory.toString());
            }
            throw e;
        }
        Collections.sort(names);
        return names;
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.delete(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw named(to, e, 0);
        }
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) { // JDK 17 refuses a symbolic link to a directory
            return;
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw named(directory, e, 0);
        }
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        if (WINDOWS) {
            return; // directories cannot be opened there; NTFS journals their changes itself
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public DirectoryLock lock(Path directory) throws IOException {
        return RealDirectoryLock.acquire(directory);
    }

    @Override
    public long freeSpace(Path directory) throws IOException {
        File volume = directory.toFile();
        return totalSpace(directory) == Long.MAX_VALUE ? Long.MAX_VALUE : volume.getUsableSpace();
    }

    @Override
    public long totalSpace(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            throw new NoSuchFileException(directory.toString());
        }
        long total = directory.toFile().getTotalSpace();
        return total == 0 ? Long.MAX_VALUE : total; // zero: the volume does not tell
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long randomLong() {
        return random.nextLong();
    }

    /**
     * Gives an error its file's name, and its type when it means that no space is left. Messages of the operating system
     * are translated on some machines, so the volume is asked too.
     *
     * @param wanted how many bytes were to be written
     */
    static IOException named(Path file, IOException error, long wanted) {
        String message = String.valueOf(error.getMessage());
        if (NO_SPACE.stream().anyMatch(message::contains) || isFull(file, wanted)) {
            return new NoSpaceException(file + ": " + message, error);
        }
        return error instanceof FileSystemException ? error : new IOException(file + ": " + message, error);
    }

    private static boolean isFull(Path file, long wanted) {
        Path directory = file.toAbsolutePath().getParent();
        return directory != null
                && directory.toFile().getTotalSpace() > 0 // zero: the volume does not tell
                && directory.toFile().getUsableSpace() < wanted;
    }
}
