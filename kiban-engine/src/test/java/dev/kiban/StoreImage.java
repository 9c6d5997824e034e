package dev.kiban;

import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.ReadableFile;
import dev.kiban.internal.fs.WritableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of a store's directory at one moment, to be changed and opened as often as a test likes. Immutable. */
record StoreImage(Map<String, byte[]> files) {

    static final Path DIRECTORY = Path.of("store");

    static StoreImage of(FileSystem fs) {
        Map<String, byte[]> files = new TreeMap<>();
        try {
            for (String name : fs.list(DIRECTORY)) {
                try (ReadableFile file = fs.openForRead(DIRECTORY.resolve(name))) {
                    ByteBuffer content = ByteBuffer.allocate((int) file.size());
                    file.read(0, content);
                    files.put(name, content.array());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new StoreImage(files);
    }

    MemoryFileSystem toFileSystem() {
        MemoryFileSystem fs = new MemoryFileSystem();
        try {
            fs.createDirectories(DIRECTORY);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                try (WritableFile copy = fs.create(DIRECTORY.resolve(file.getKey()))) {
                    copy.write(0, file.getValue(), 0, file.getValue().length);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return fs;
    }

    StoreImage with(String name, byte[] content) {
        Map<String, byte[]> changed = new TreeMap<>(files);
        changed.put(name, content);
        return new StoreImage(changed);
    }

    StoreImage without(String name) {
        Map<String, byte[]> changed = new TreeMap<>(files);
        changed.remove(name);
        return new StoreImage(changed);
    }

    /** Names of the files whose name matches, sorted. */
    List<String> names(String pattern) {
        return files.keySet().stream().filter(name -> name.matches(pattern)).toList();
    }
}
