package dev.kiban.internal.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine may expect of every file system. */
abstract class FileSystemContract {

    /** The file system under test. */
    abstract FileSystem fs();

    /** An empty directory that exists. */
    abstract Path directory();

    Path file(String name) {
        return directory().resolve(name);
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    void write(Path file, byte[] content) throws IOException {
        try (WritableFile out = fs().create(file)) {
            out.write(0, content, 0, content.length);
        }
    }

    static byte[] read(ReadableFile file, long position, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length);
        file.read(position, target);
        return target.array();
    }

    byte[] read(Path file) throws IOException {
        try (ReadableFile in = fs().openForRead(file)) {
            return read(in, 0, (int) in.size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 16 * 1024, 16 * 1024 + 1, 65_535, 65_536, 3 << 20})
    void whatWasWrittenIsReadBack(int length) throws IOException {
        byte[] content = bytes(length);
        write(file("a"), content);
        assertThat(fs().size(file("a"))).isEqualTo(length);
        assertThat(read(file("a"))).isEqualTo(content);
    }

    @Test
    void aReadFillsTheBuffersRemainingBytesAndNoOthers() throws IOException {
        write(file("a"), bytes(1000));
        for (boolean direct : new boolean[] {false, true}) {
            ByteBuffer target = direct ? ByteBuffer.allocateDirect(20) : ByteBuffer.allocate(20);
            target.position(3).limit(13);
            try (ReadableFile in = fs().openForRead(file("a"))) {
                in.read(500, target);
            }
            assertThat(target.position()).isEqualTo(13);
            assertThat(target.limit()).isEqualTo(13);
            target.clear();
            byte[] expected = new byte[20];
            System.arraycopy(bytes(1000), 500, expected, 3, 10);
            byte[] found = new byte[20];
            target.get(found);
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void aReadPastTheEndSaysSo() throws IOException {
        write(file("a"), bytes(10));
        try (ReadableFile in = fs().openForRead(file("a"))) {
            assertThat(read(in, 10, 0)).isEmpty();
            assertThatThrownBy(() -> read(in, 5, 6)).isInstanceOf(EOFException.class);
            assertThatThrownBy(() -> read(in, 11, 1)).isInstanceOf(EOFException.class);
            assertThat(read(in, 5, 5)).hasSize(5);
        }
    }

    @Test
    void writesOverwriteExtendAndLeaveZerosBetween() throws IOException {
        try (WritableFile out = fs().create(file("a"))) {
            out.write(0, new byte[] {1, 2, 3, 4}, 0, 4);
            out.write(1, new byte[] {9, 9, 9, 9}, 1, 2);
            out.write(20_000, new byte[] {5}, 0, 1);
            assertThat(out.size()).isEqualTo(20_001);
        }
        byte[] expected = new byte[20_001];
        expected[0] = 1;
        expected[1] = 9;
        expected[2] = 9;
        expected[3] = 4;
        expected[20_000] = 5;
        assertThat(read(file("a"))).isEqualTo(expected);
    }

    @Test
    void aTruncatedFileGrowsAgainWithZeros() throws IOException {
        try (WritableFile out = fs().create(file("a"))) {
            out.write(0, bytes(50_000), 0, 50_000);
            out.truncate(20_000);
            out.write(30_000, new byte[] {1}, 0, 1);
            out.truncate(30_010);
            out.sync();
        }
        byte[] expected = new byte[30_010];
        System.arraycopy(bytes(50_000), 0, expected, 0, 20_000);
        expected[30_000] = 1;
        assertThat(read(file("a"))).isEqualTo(expected);
    }

    @Test
    void creationEmptiesAFileAndOpeningKeepsIt() throws IOException {
        write(file("a"), bytes(10));
        try (WritableFile out = fs().openForWrite(file("a"))) {
            assertThat(out.size()).isEqualTo(10);
            out.write(10, new byte[] {7}, 0, 1);
        }
        assertThat(read(file("a"))).hasSize(11).startsWith(bytes(10)).endsWith(7);
        fs().create(file("a")).close();
        assertThat(read(file("a"))).isEmpty();
    }

    @Test
    void whatIsMissingIsReportedAsMissing() throws IOException {
        Path absent = file("absent");
        Path inAbsent = absent.resolve("file");
        List<Callable<?>> calls = List.of(
                () -> fs().openForRead(absent),
                () -> fs().openForWrite(absent),
                () -> fs().size(absent),
                () -> fs().list(absent),
                () -> fs().create(inAbsent),
                () -> fs().openForRead(inAbsent),
                () -> fs().lock(absent),
                () -> fs().freeSpace(absent),
                () -> fs().totalSpace(absent));
        for (Callable<?> call : calls) {
            assertThatThrownBy(call::call).isInstanceOf(NoSuchFileException.class);
        }
        assertThatThrownBy(() -> fs().delete(absent)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> fs().rename(absent, file("b"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> fs().syncDirectory(absent)).isInstanceOf(NoSuchFileException.class);
        assertThat(fs().exists(absent)).isFalse();
        assertThat(fs().list(directory())).isEmpty();
    }

    @Test
    void aDirectoryListsItsOwnEntriesSorted() throws IOException {
        for (String name : List.of("b", "a", "000010.wal", "000009.wal")) {
            write(file(name), bytes(1));
        }
        fs().createDirectories(file("dir").resolve("deeper"));
        fs().createDirectories(file("dir").resolve("deeper"));
        write(file("dir").resolve("inner"), bytes(1));
        fs().syncDirectory(directory());
        assertThat(fs().list(directory())).containsExactly("000009.wal", "000010.wal", "a", "b", "dir");
        assertThat(fs().list(file("dir"))).containsExactly("deeper", "inner");
        assertThat(fs().exists(file("dir"))).isTrue();
        fs().delete(file("b"));
        assertThatThrownBy(() -> fs().delete(file("dir"))).isInstanceOf(IOException.class);
        assertThat(fs().list(directory())).containsExactly("000009.wal", "000010.wal", "a", "dir");
    }

    @Test
    void aRenameReplacesItsTarget() throws IOException {
        write(file("CURRENT.tmp"), bytes(5));
        write(file("CURRENT"), bytes(9));
        fs().rename(file("CURRENT.tmp"), file("CURRENT"));
        assertThat(fs().list(directory())).containsExactly("CURRENT");
        assertThat(read(file("CURRENT"))).isEqualTo(bytes(5));
    }

    @Test
    void anOpenFileStaysReadableWhenItsNameGoes() throws IOException {
        write(file("a"), bytes(100));
        write(file("b"), bytes(200));
        write(file("c"), bytes(300));
        try (ReadableFile a = fs().openForRead(file("a"));
                ReadableFile b = fs().openForRead(file("b"))) {
            fs().delete(file("a"));
            fs().rename(file("c"), file("b"));
            assertThat(read(a, 0, 100)).isEqualTo(bytes(100));
            assertThat(read(b, 0, 200)).isEqualTo(bytes(200));
        }
        assertThat(fs().list(directory())).containsExactly("b");
    }

    @Test
    void aClosedFileRefusesToBeUsed() throws IOException {
        WritableFile out = fs().create(file("a"));
        out.write(0, bytes(10), 0, 10);
        out.close();
        out.close();
        assertThatThrownBy(() -> out.write(0, bytes(10), 0, 10)).isInstanceOf(IOException.class);
        assertThatThrownBy(out::sync).isInstanceOf(IOException.class);
        ReadableFile in = fs().openForRead(file("a"));
        in.close();
        in.close();
        assertThatThrownBy(() -> read(in, 0, 1)).isInstanceOf(IOException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> read(in, 0, 1)).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void everyMethodWorksOnAnInterruptedThreadAndKeepsTheFlag() throws IOException {
        Thread.currentThread().interrupt();
        try {
            fs().createDirectories(file("d"));
            DirectoryLock lock = fs().lock(directory());
            WritableFile out = fs().create(file("a"));
            out.write(0, bytes(100), 0, 100);
            out.sync();
            out.truncate(50);
            assertThat(out.size()).isEqualTo(50);
            out.close();
            fs().syncDirectory(directory());
            ReadableFile in = fs().openForRead(file("a"));
            assertThat(in.size()).isEqualTo(50);
            assertThat(read(in, 10, 40)).hasSize(40);
            assertThat(read(in, 10, 40)).hasSize(40);
            in.close();
            fs().rename(file("a"), file("b"));
            assertThat(fs().exists(file("b"))).isTrue();
            assertThat(fs().size(file("b"))).isEqualTo(50);
            assertThat(fs().list(directory())).contains("b", "d");
            assertThat(fs().freeSpace(directory())).isPositive();
            assertThat(fs().totalSpace(directory())).isPositive();
            assertThat(fs().randomLong()).isNotEqualTo(fs().randomLong());
            fs().delete(file("b"));
            lock.close();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void interruptsOfSomeReadersDisturbNobody() throws Exception {
        byte[] content = bytes(400_000);
        write(file("a"), content);
        int readers = 6;
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger flagsSeen = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(readers, task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            return thread;
        });
        try (ReadableFile in = fs().openForRead(file("a"))) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                int seed = i;
                results.add(pool.submit(() -> {
                    Random random = new Random(seed);
                    int reads = 0;
                    for (; !stop.get() || reads < 200; reads++) {
                        int length = random.nextInt(300_000);
                        int at = random.nextInt(content.length - length);
                        ByteBuffer target =
                                seed % 2 == 0 ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
                        in.read(at, target);
                        target.flip();
                        assertThat(target).isEqualTo(ByteBuffer.wrap(content, at, length));
                        if (Thread.interrupted()) {
                            flagsSeen.incrementAndGet();
                        }
                    }
                    return reads;
                }));
            }
            for (int i = 0; i < 400; i++) {
                threads.get(i % (readers / 2)).interrupt();
                Thread.yield();
            }
            stop.set(true);
            for (Future<Integer> result : results) {
                assertThat(result.get()).isGreaterThanOrEqualTo(200);
            }
            assertThat(flagsSeen.get()).isPositive();
        } finally {
            stop.set(true);
            pool.shutdownNow();
        }
    }

    @Test
    void writersAndSyncersAreNotDisturbedByInterrupts() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        try (WritableFile out = fs().create(file("a"))) {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            try {
                Thread writer = Thread.currentThread();
                Future<?> syncer = pool.submit(() -> {
                    while (!stop.get()) {
                        writer.interrupt();
                        Thread.currentThread().interrupt();
                        out.sync();
                        fs().syncDirectory(directory());
                        assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    }
                    return null;
                });
                for (int i = 0; i < 500; i++) {
                    out.write(i * 100L, bytes(100), 0, 100);
                }
                stop.set(true);
                Thread.interrupted();
                syncer.get();
            } finally {
                Thread.interrupted();
                stop.set(true);
                pool.shutdownNow();
            }
        }
        assertThat(fs().size(file("a"))).isEqualTo(50_000);
    }

    @Test
    void aDirectoryIsLockedUntilItsLockIsClosed() throws IOException {
        DirectoryLock lock = fs().lock(directory());
        assertThatThrownBy(() -> fs().lock(directory()))
                .isInstanceOf(DirectoryLockedException.class)
                .hasMessageContaining("already open in this JVM");
        assertThatThrownBy(() ->
                        fs().lock(directory().resolve("..").resolve(directory().getFileName())))
                .isInstanceOf(DirectoryLockedException.class);
        lock.close();
        lock.close();
        DirectoryLock second = fs().lock(directory());
        lock.close();
        assertThatThrownBy(() -> fs().lock(directory())).isInstanceOf(DirectoryLockedException.class);
        second.close();
    }

    @Test
    void anyContentOfTheLockFileIsFine() throws IOException {
        for (String content : List.of("", "pid 1 on host x since y", "\0\0\u00ff", "x".repeat(100_000))) {
            write(file("LOCK"), content.getBytes(StandardCharsets.UTF_8));
            fs().lock(directory()).close();
        }
    }

    @Test
    void clocksRunAndChanceIsRandom() {
        long before = fs().nanoTime();
        assertThat(fs().nanoTime()).isGreaterThanOrEqualTo(before);
        assertThat(fs().currentTimeMillis()).isGreaterThan(1_500_000_000_000L);
        assertThat(fs().randomLong()).isNotEqualTo(fs().randomLong());
    }
}
