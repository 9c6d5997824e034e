package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;

class MemoryFileSystemTest extends FileSystemContract {

    private final FileSystem fs = new MemoryFileSystem();

    @BeforeEach
    void createDirectory() throws IOException {
        fs.createDirectories(directory());
    }

    @Override
    FileSystem fs() {
        return fs;
    }

    @Override
    Path directory() {
        return Path.of("in-memory");
    }
}
