package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Files on the heap that go with the object. Open files stay readable after their names are deleted or taken by others,
 * as on a real machine; syncs do nothing. Clocks and chance are the machine's.
 *
 * <p>Thread safe: names change under one lock, contents under none that readers would notice.
 */
public final class MemoryFileSystem implements FileSystem {

    private final Map<Path, MemoryFile> files = new HashMap<>(); // guarded by this
    private final Set<Path> directories = new HashSet<>(); // guarded by this; roots are never listed here
    private final Set<Path> locked = new HashSet<>(); // guarded by this
    private final SecureRandom random = new SecureRandom();

    @Override
    public synchronized ReadableFile openForRead(Path file) throws IOException {
        return new MemoryFile.Handle(file, existing(file));
    }

    @Override
    public synchronized WritableFile create(Path file) throws IOException {
        Path name = key(file);
        if (isDirectory(name)) {
            throw new FileSystemException(file.toString(), null, "Is a directory");
        }
        needDirectory(name.getParent());
        MemoryFile created = files.computeIfAbsent(name, any -> new MemoryFile());
        created.truncate(0);
        return new MemoryFile.Handle(file, created);
    }

    @Override
    public synchronized WritableFile openForWrite(Path file) throws IOException {
        return new MemoryFile.Handle(file, existing(file));
    }

    @Override
    public synchronized boolean exists(Path file) {
        Path name = key(file);
        return files.containsKey(name) || isDirectory(name);
    }

    @Override
    public synchronized long size(Path file) throws IOException {
        return existing(file).size();
    }

    @Override
    public synchronized List<String> list(Path directory) throws IOException {
        Path parent = key(directory);
        needDirectory(parent);
        Set<String> names = new TreeSet<>();
        for (Set<Path> kind : List.of(files.keySet(), directories)) {
            for (Path path : kind) {
                if (Objects.equals(path.getParent(), parent)) {
                    names.add(String.valueOf(path.getFileName()));
                }
            }
        }
        return List.copyOf(names);
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        Path name = key(file);
        if (directories.contains(name)) {
            if (!list(name).isEmpty()) {
                throw new DirectoryNotEmptyException(file.toString());
            }
            directories.remove(name);
        } else if (files.remove(name) == null) {
            throw new NoSuchFileException(file.toString());
        }
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        MemoryFile file = existing(from);
        Path target = key(to);
        needDirectory(target.getParent());
        if (isDirectory(target)) {
            throw new FileSystemException(to.toString(), null, "Is a directory");
        }
        files.remove(key(from));
        files.put(target, file);
    }

    @Override
    public synchronized void createDirectories(Path directory) throws IOException {
        for (Path path = key(directory); !isDirectory(path); path = Objects.requireNonNull(path.getParent())) {
            if (files.containsKey(path)) {
                throw new FileSystemException(path.toString(), null, "Not a directory");
            }
            directories.add(path);
        }
    }

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
        needDirectory(key(directory));
    }

    @Override
    public synchronized DirectoryLock lock(Path directory) throws IOException {
        Path name = key(directory);
        needDirectory(name);
        if (!locked.add(name)) {
            throw new DirectoryLockedException(directory + " is already open in this JVM");
        }
        return new Claim(name);
    }

    @Override
    public synchronized long freeSpace(Path directory) throws IOException {
        needDirectory(key(directory));
        return Long.MAX_VALUE;
    }

    @Override
    public synchronized long totalSpace(Path directory) throws IOException {
        needDirectory(key(directory));
        return Long.MAX_VALUE;
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

    private static Path key(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private boolean isDirectory(Path name) {
        return name.getParent() == null || directories.contains(name);
    }

    private void needDirectory(@Nullable Path name) throws IOException {
        if (name != null && !isDirectory(name)) {
            throw files.containsKey(name)
                    ? new FileSystemException(name.toString(), null, "Not a directory")
                    : new NoSuchFileException(name.toString());
        }
    }

    private MemoryFile existing(Path file) throws IOException {
        MemoryFile found = files.get(key(file));
        if (found == null) {
            throw new NoSuchFileException(file.toString());
        }
        return found;
    }

    private final class Claim implements DirectoryLock {

        private final Path name;
        private boolean closed; // guarded by the file system

        Claim(Path name) {
            this.name = name;
        }

        @Override
        public void close() {
            synchronized (MemoryFileSystem.this) {
                if (!closed) {
                    closed = true;
                    locked.remove(name);
                }
            }
        }
    }
}
