package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Passes everything on, writes down the calls that change something, and can fail a write half-way or a sync. For one
 * thread.
 */
public final class RecordingFileSystem implements FileSystem {

    private final FileSystem target;
    private final List<String> script = new ArrayList<>();
    private int writesToFail;
    private int syncsToFail;
    private OptionalLong chance = OptionalLong.empty();

    public RecordingFileSystem(FileSystem target) {
        this.target = target;
    }

    /** The calls since the last time this was asked, one a line. */
    public List<String> takeScript() {
        List<String> taken = List.copyOf(script);
        script.clear();
        return taken;
    }

    /** Lets the next writes do the first half of their work and fail. */
    public void failWrites(int count) {
        writesToFail = count;
    }

    public void failSyncs(int count) {
        syncsToFail = count;
    }

    /** Makes every random number this one. */
    public void fixRandom(long value) {
        chance = OptionalLong.of(value);
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private WritableFile recorded(Path path, WritableFile file) {
        return new WritableFile() {
            @Override
            public void write(long position, byte[] bytes, int offset, int length) throws IOException {
                script.add("write " + name(path) + " " + position + " +" + length);
                if (writesToFail > 0) {
                    writesToFail--;
                    file.write(position, bytes, offset, length / 2);
                    throw new NoSpaceException("No space left on device");
                }
                file.write(position, bytes, offset, length);
            }

            @Override
            public void sync() throws IOException {
                script.add("sync " + name(path));
                if (syncsToFail > 0) {
                    syncsToFail--;
                    throw new IOException("Input/output error");
                }
                file.sync();
            }

            @Override
            public void truncate(long size) throws IOException {
                script.add("truncate " + name(path) + " " + size);
                file.truncate(size);
            }

            @Override
            public long size() throws IOException {
                return file.size();
            }

            @Override
            public void close() throws IOException {
                script.add("close " + name(path));
                file.close();
            }
        };
    }

    @Override
    public ReadableFile openForRead(Path file) throws IOException {
        return target.openForRead(file);
    }

    @Override
    public WritableFile create(Path file) throws IOException {
        script.add("create " + name(file));
        return recorded(file, target.create(file));
    }

    @Override
    public WritableFile openForWrite(Path file) throws IOException {
        script.add("openForWrite " + name(file));
        return recorded(file, target.openForWrite(file));
    }

    @Override
    public boolean exists(Path file) throws IOException {
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
        script.add("delete " + name(file));
        target.delete(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        script.add("rename " + name(from) + " " + name(to));
        target.rename(from, to);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        script.add("createDirectories " + name(directory));
        target.createDirectories(directory);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        script.add("syncDirectory " + name(directory));
        target.syncDirectory(directory);
    }

    @Override
    public DirectoryLock lock(Path directory) throws IOException {
        script.add("lock " + name(directory));
        return target.lock(directory);
    }

    @Override
    public long freeSpace(Path directory) throws IOException {
        return target.freeSpace(directory);
    }

    @Override
    public long totalSpace(Path directory) throws IOException {
        return target.totalSpace(directory);
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
        return chance.isPresent() ? chance.getAsLong() : target.randomLong();
    }
}
