package dev.kiban.internal.fs;

import java.nio.file.Path;
import java.util.List;

/** Stub of the seam. */
public final class MemoryFileSystem implements FileSystem {
    private static UnsupportedOperationException stub() {
        return new UnsupportedOperationException("stub");
    }

    @Override
    public ReadableFile openForRead(Path file) {
        throw stub();
    }

    @Override
    public WritableFile create(Path file) {
        throw stub();
    }

    @Override
    public WritableFile openForWrite(Path file) {
        throw stub();
    }

    @Override
    public boolean exists(Path file) {
        throw stub();
    }

    @Override
    public long size(Path file) {
        throw stub();
    }

    @Override
    public List<String> list(Path directory) {
        throw stub();
    }

    @Override
    public void delete(Path file) {
        throw stub();
    }

    @Override
    public void rename(Path from, Path to) {
        throw stub();
    }

    @Override
    public void createDirectories(Path directory) {
        throw stub();
    }

    @Override
    public void syncDirectory(Path directory) {
        throw stub();
    }

    @Override
    public DirectoryLock lock(Path directory) {
        throw stub();
    }

    @Override
    public long freeSpace(Path directory) {
        throw stub();
    }

    @Override
    public long totalSpace(Path directory) {
        throw stub();
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
        throw stub();
    }
}
