package dev.kiban;

import dev.kiban.internal.fs.DirectoryLock;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.fs.ReadableFile;
import dev.kiban.internal.fs.WritableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Files in memory whose changing calls a test sees before they happen: it may count them, hold them up or let them fail. A write that
 * meets a full disk does half of its work first. Thread safe; an image is taken between two calls.
 */
final class WatchedFileSystem implements FileSystem {

    /** What is about to happen to a file, or to the directory. */
    enum Call {
        CREATE,
        WRITE,
        SYNC,
        TRUNCATE,
        DELETE,
        RENAME,
        SYNC_DIRECTORY
    }

    /** Sees a call before it happens. */
    @FunctionalInterface
    interface Watch {

        void before(Call call, String name) throws IOException;
    }

    private interface Change {

        void run() throws IOException;
    }

    private final MemoryFileSystem target;
    private final ReadWriteLock frozen = new ReentrantReadWriteLock();
    private volatile Watch watch = (call, name) -> {};
    private volatile long freeSpace = Long.MAX_VALUE;
    private final AtomicInteger openFiles = new AtomicInteger();

    WatchedFileSystem() {
        this(new MemoryFileSystem());
    }

    WatchedFileSystem(MemoryFileSystem target) {
        this.target = target;
    }

    void watch(Watch newWatch) {
        watch = newWatch;
    }

    void freeSpace(long bytes) {
        freeSpace = bytes;
    }

    /** The files as a crash of the process would leave them now. */
    StoreImage image() {
        frozen.writeLock().lock();
        try {
            return StoreImage.of(target);
        } finally {
            frozen.writeLock().unlock();
        }
    }

    /** Files that were opened and not closed. */
    int openFiles() {
        return openFiles.get();
    }

    private void change(Call call, Path file, Change change) throws IOException {
        watch.before(call, String.valueOf(file.getFileName()));
        carryOut(change);
    }

    private void carryOut(Change change) throws IOException {
        frozen.readLock().lock();
        try {
            change.run();
        } finally {
            frozen.readLock().unlock();
        }
    }

    private final class Watched implements WritableFile {

        private final Path path;
        private final WritableFile file;
        private final AtomicBoolean open = new AtomicBoolean(true);

        Watched(Path path, WritableFile file) {
            this.path = path;
            this.file = file;
            openFiles.incrementAndGet();
        }

        @Override
        public void write(long position, byte[] bytes, int offset, int length) throws IOException {
            try {
                change(Call.WRITE, path, () -> file.write(position, bytes, offset, length));
            } catch (NoSpaceException e) {
                carryOut(() -> file.write(position, bytes, offset, length / 2));
                throw e;
            }
        }

        @Override
        public void sync() throws IOException {
            change(Call.SYNC, path, file::sync);
        }

        @Override
        public void truncate(long size) throws IOException {
            change(Call.TRUNCATE, path, () -> file.truncate(size));
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void close() throws IOException {
            if (open.getAndSet(false)) {
                openFiles.decrementAndGet();
            }
            file.close();
        }
    }

    private final class Read implements ReadableFile {

        private final ReadableFile file;
        private final AtomicBoolean open = new AtomicBoolean(true);

        Read(ReadableFile file) {
            this.file = file;
            openFiles.incrementAndGet();
        }

        @Override
        public void read(long position, ByteBuffer buffer) throws IOException {
            file.read(position, buffer);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void close() throws IOException {
            if (open.getAndSet(false)) {
                openFiles.decrementAndGet();
            }
            file.close();
        }
    }

    @Override
    public ReadableFile openForRead(Path file) throws IOException {
        return new Read(target.openForRead(file));
    }

    @Override
    public WritableFile create(Path file) throws IOException {
        watch.before(Call.CREATE, String.valueOf(file.getFileName()));
        frozen.readLock().lock();
        try {
            return new Watched(file, target.create(file));
        } finally {
            frozen.readLock().unlock();
        }
    }

    @Override
    public WritableFile openForWrite(Path file) throws IOException {
        return new Watched(file, target.openForWrite(file));
    }

    @Override
    public boolean exists(Path file) {
        return target.exists(file);
    }

    @Override
    public long size(Path file) throws IOException {
        return target.size(file);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return target.list(directory);
    }

    @Override
    public void delete(Path file) throws IOException {
        change(Call.DELETE, file, () -> target.delete(file));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        change(Call.RENAME, to, () -> target.rename(from, to));
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        target.createDirectories(directory);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        change(Call.SYNC_DIRECTORY, directory, () -> target.syncDirectory(directory));
    }

    @Override
    public DirectoryLock lock(Path directory) throws IOException {
        return target.lock(directory);
    }

    @Override
    public long freeSpace(Path directory) {
        return freeSpace;
    }

    @Override
    public long totalSpace(Path directory) {
        return Long.MAX_VALUE;
    }

    @Override
    public long nanoTime() {
        return target.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return target.currentTimeMillis();
    }

    @Override
    public long randomLong() {
        return target.randomLong();
    }
}
