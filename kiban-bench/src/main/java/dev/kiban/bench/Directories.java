package dev.kiban.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories: their size, and their end. */
public final class Directories {

    private Directories() {}

    /** Bytes of all files below, by their lengths. */
    public static long size(Path directory) throws IOException {
        long size = 0;
        for (Path path : below(directory)) {
            if (Files.isRegularFile(path)) {
                size += Files.size(path);
            }
        }
        return size;
    }

    /** Deletes a directory and all it holds; a missing one is fine. */
    public static void delete(Path directory) {
        try {
            if (Files.exists(directory)) {
                for (Path path : below(directory)) {
                    Files.delete(path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }

    /** Deepest first. */
    private static List<Path> below(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
