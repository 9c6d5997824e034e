package dev.kiban.internal.table;

import dev.kiban.internal.fs.DirectoryLock;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.fs.ReadableFile;
import dev.kiban.internal.fs.WritableFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Files as byte arrays that tests can look into, damage and count the reads of. Thread safe for readers. */
final class HeapFiles implements FileSystem {

    static final Path DIRECTORY = Path.of("store");

    final Map<Path, byte[]> files = new ConcurrentHashMap<>();
    final AtomicLong reads = new AtomicLong();
    final AtomicLong openFiles = new AtomicLong();
    final List<String> calls = new ArrayList<>();

    /** Bytes that all files together may have. */
    volatile long space = Long.MAX_VALUE;

    byte[] bytes(long number) {
        return files.get(DIRECTORY.resolve(Table.fileName(number)));
    }

    void replace(long number, byte[] bytes) {
        files.put(DIRECTORY.resolve(Table.fileName(number)), bytes);
    }

    @Override
    public ReadableFile openForRead(Path file) throws IOException {
        if (!files.containsKey(file)) {
            throw new NoSuchFileException(file.toString());
        }
        openFiles.incrementAndGet();
        return new ReadableFile() {
            private boolean closed;

            @Override
            public void read(long position, ByteBuffer target) throws IOException {
                reads.incrementAndGet();
                byte[] bytes = files.get(file);
                if (position + target.remaining() > bytes.length) {
                    throw new EOFException();
                }
                target.put(bytes, (int) position, target.remaining());
            }

            @Override
            public long size() {
                return files.get(file).length;
            }

            @Override
            public void close() {
                if (!closed) {
                    closed = true;
                    openFiles.decrementAndGet();
                }
            }
        };
    }

    @Override
    public WritableFile create(Path file) {
        calls.add("create " + file.getFileName());
        files.put(file, new byte[0]);
        return new WritableFile() {
            private byte[] bytes = new byte[1024];
            private int size;

            @Override
            public void write(long position, byte[] source, int offset, int length) throws IOException {
                if (position + length > space) {
                    throw new NoSpaceException("full");
                }
                if (position + length > bytes.length) {
                    bytes = Arrays.copyOf(bytes, (int) Math.max(position + length, 2L * bytes.length));
                }
                System.arraycopy(source, offset, bytes, (int) position, length);
                size = (int) Math.max(size, position + length);
            }

            @Override
            public void sync() {
                calls.add("sync " + file.getFileName());
            }

            @Override
            public void truncate(long newSize) {
                size = (int) newSize;
            }

            @Override
            public long size() {
                return size;
            }

            @Override
            public void close() {
                calls.add("close " + file.getFileName());
                files.put(file, Arrays.copyOf(bytes, size));
            }
        };
    }

    @Override
    public boolean exists(Path file) {
        return files.containsKey(file);
    }

    @Override
    public void delete(Path file) {
        calls.add("delete " + file.getFileName());
        files.remove(file);
    }

    @Override
    public long currentTimeMillis() {
        return 1_700_000_000_000L;
    }

    @Override
    public WritableFile openForWrite(Path file) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long size(Path file) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> list(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void rename(Path from, Path to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createDirectories(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void syncDirectory(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public DirectoryLock lock(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long freeSpace(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long totalSpace(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long nanoTime() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long randomLong() {
        throw new UnsupportedOperationException();
    }
}
