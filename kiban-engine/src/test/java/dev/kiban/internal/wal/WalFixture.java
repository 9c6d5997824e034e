package dev.kiban.internal.wal;

import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import dev.kiban.internal.fs.ReadableFile;
import dev.kiban.internal.fs.RecordingFileSystem;
import dev.kiban.internal.fs.WritableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A directory in memory, and the few things that the tests of the log do with it over and over. */
final class WalFixture {

    static final long HIGH = 0x1122334455667788L;
    static final long LOW = -2;

    final RecordingFileSystem fs;
    final Path directory;

    WalFixture() {
        this(new MemoryFileSystem(), Path.of("store"));
    }

    WalFixture(FileSystem target, Path directory) {
        this.directory = directory;
        fs = new RecordingFileSystem(target);
        try {
            fs.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fs.takeScript();
    }

    /** A group as read; equal by content. */
    record Group(long first, int count, long durable, String payload) {

        static Group of(long first, int count, long durable, byte[] payload) {
            return new Group(first, count, durable, payload.length + ":" + Arrays.hashCode(payload));
        }
    }

    WalWriter create(long number) throws IOException {
        return WalWriter.create(fs, directory, number, HIGH, LOW);
    }

    WalReader open(long number) throws IOException {
        return WalReader.open(fs, file(number), HIGH, LOW, number);
    }

    Path file(long number) {
        return WalFormat.file(directory, number);
    }

    /** Groups up to the gap. */
    List<Group> read(long number) throws IOException {
        try (WalReader reader = open(number)) {
            return rest(reader);
        }
    }

    static List<Group> rest(WalReader reader) throws IOException {
        List<Group> groups = new ArrayList<>();
        while (reader.next()) {
            int from = reader.payloadOffset();
            byte[] payload = Arrays.copyOfRange(reader.payload(), from, from + reader.payloadLength());
            groups.add(Group.of(reader.firstSequence(), reader.count(), reader.durableSequence(), payload));
        }
        return groups;
    }

    byte[] bytes(long number) throws IOException {
        try (ReadableFile in = fs.openForRead(file(number))) {
            ByteBuffer content = ByteBuffer.allocate((int) in.size());
            in.read(0, content);
            return content.array();
        }
    }

    void replace(long number, byte[] content) throws IOException {
        try (WritableFile out = fs.create(file(number))) {
            out.write(0, content, 0, content.length);
        }
        fs.takeScript();
    }
}
