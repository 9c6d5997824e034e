package dev.kiban.internal.version;

import dev.kiban.internal.fs.DirectoryLock;
import dev.kiban.internal.fs.FileSystem;
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
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One directory in memory that writes down every changing call and fails those a test says. For one thread. */
final class ScriptedFileSystem implements FileSystem {

    static final Path DIRECTORY = Path.of("store");

    private final Map<String, byte[]> files = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();
    private Function<String, @Nullable IOException> failures = call -> null;
    private long random = 1;

    /** The calls since the last time, a line each. */
    List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    /** Fails a call, before it changes anything, with what the function makes of its line. */
    void failWhen(Function<String, @Nullable IOException> newFailures) {
        failures = newFailures;
    }

    byte[] content(String name) {
        return files.get(name).clone();
    }

    void set(String name, byte[] content) {
        files.put(name, content.clone());
    }

    void remove(String name) {
        files.remove(name);
    }

    ScriptedFileSystem copy() {
        ScriptedFileSystem copy = new ScriptedFileSystem();
        files.forEach(copy::set);
        return copy;
    }

    private void call(String line) throws IOException {
        calls.add(line);
        IOException failure = failures.apply(line);
        if (failure != null) {
            throw failure;
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private byte[] existing(Path file) throws IOException {
        byte[] content = files.get(name(file));
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return content;
    }

    @Override
    public ReadableFile openForRead(Path file) throws IOException {
        byte[] content = existing(file);
        return new ReadableFile() {
            @Override
            public void read(long position, ByteBuffer target) throws IOException {
                if (position + target.remaining() > content.length) {
                    throw new EOFException();
                }
                target.put(content, (int) position, target.remaining());
            }

            @Override
            public long size() {
                return content.length;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public WritableFile create(Path file) throws IOException {
        call("create " + name(file));
        files.put(name(file), new byte[0]);
        return openForWrite(file);
    }

    @Override
    public WritableFile openForWrite(Path file) throws IOException {
        existing(file);
        return new Writable(name(file));
    }

    private final class Writable implements WritableFile {

        private final String name;

        private Writable(String name) {
            this.name = name;
        }

        @Override
        public void write(long position, byte[] bytes, int offset, int length) throws IOException {
            call("write " + name + " " + position + "+" + length);
            byte[] content = files.get(name);
            content = Arrays.copyOf(content, (int) Math.max(content.length, position + length));
            System.arraycopy(bytes, offset, content, (int) position, length);
            files.put(name, content);
        }

        @Override
        public void sync() throws IOException {
            call("sync " + name);
        }

        @Override
        public void truncate(long size) throws IOException {
            call("truncate " + name + " " + size);
            files.put(name, Arrays.copyOf(files.get(name), (int) size));
        }

        @Override
        public long size() {
            return files.get(name).length;
        }

        @Override
        public void close() throws IOException {
            call("close " + name);
        }
    }

    @Override
    public boolean exists(Path file) {
        return files.containsKey(name(file));
    }

    @Override
    public long size(Path file) throws IOException {
        return existing(file).length;
    }

    @Override
    public List<String> list(Path directory) {
        return List.copyOf(files.keySet());
    }

    @Override
    public void delete(Path file) throws IOException {
        call("delete " + name(file));
        existing(file);
        files.remove(name(file));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        call("rename " + name(from) + " to " + name(to));
        files.put(name(to), existing(from));
        files.remove(name(from));
    }

    @Override
    public void createDirectories(Path directory) {}

    @Override
    public void syncDirectory(Path directory) throws IOException {
        call("sync directory");
    }

    @Override
    public DirectoryLock lock(Path directory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long freeSpace(Path directory) {
        return Long.MAX_VALUE;
    }

    @Override
    public long totalSpace(Path directory) {
        return Long.MAX_VALUE;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public long currentTimeMillis() {
        return 1_700_000_000_000L;
    }

    @Override
    public long randomLong() {
        return random++;
    }
}
