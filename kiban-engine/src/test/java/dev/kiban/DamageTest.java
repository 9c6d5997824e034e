package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.wal.WalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Files of a store cut at any byte and with any bit flipped (F15, F27). Whatever the damage, the store either says which file is
 * damaged, or holds a prefix of the accepted writes with all that the remaining bytes prove to have been synced.
 */
class DamageTest {

    private static final Path DIRECTORY = StoreImage.DIRECTORY;
    private static final String[] KEYSPACES = {Kiban.DEFAULT_KEYSPACE, "sessions", "\u57fa\u76e4"};

    /** About so many flips and cuts a file: a prime step spreads them over bytes and bits. */
    private static final int SAMPLES = 400;

    private final KibanResources resources = KibanResources.create(0, 1);
    private final WatchedFileSystem fs = new WatchedFileSystem();

    /** The content after each accepted write, the first before any. */
    private final List<Map<String, Map<String, String>>> history = new ArrayList<>();

    private StoreImage crashed = new StoreImage(Map.of());
    private StoreImage closed = new StoreImage(Map.of());
    private int inTables;

    @BeforeEach
    void makeStores() {
        history.add(new TreeMap<>());
        Kiban db = Kiban.open(fs, DIRECTORY, options());
        for (int i = 0; i < 60; i++) {
            write(db, i);
        }
        db.flush();
        inTables = history.size() - 1;
        for (int i = 60; i < 90; i++) {
            write(db, i);
        }
        crashed = fs.image();
        db.close();
        closed = fs.image();
    }

    private KibanOptions options() {
        return KibanOptions.builder()
                .memtableSize(1 << 20)
                .blockSize(1024)
                .resources(resources)
                .build();
    }

    @AfterEach
    void closeResources() {
        resources.close();
    }

    private void write(Kiban db, int i) {
        String name = KEYSPACES[i % KEYSPACES.length];
        String key = "key-" + i % 40;
        Map<String, Map<String, String>> next = new TreeMap<>();
        history.get(history.size() - 1).forEach((keyspace, entries) -> next.put(keyspace, new TreeMap<>(entries)));
        Durability durability = i % 4 == 1 ? Durability.SYNC : Durability.PROCESS;
        if (i % 7 == 6) {
            db.keyspace(name).delete(Contents.bytes(key), durability);
            next.getOrDefault(name, new TreeMap<>()).remove(key);
        } else {
            String value = ("value " + i + " ").repeat(1 + i % 9);
            db.keyspace(name).put(Contents.bytes(key), Contents.bytes(value), durability);
            next.computeIfAbsent(name, any -> new TreeMap<>()).put(key, value);
        }
        history.add(next);
    }

    @Test
    void theUndamagedStoresHoldEverything() {
        assertThat(open(crashed)).isEqualTo(history.get(90));
        assertThat(open(closed)).isEqualTo(history.get(90));
    }

    @Test
    void aLogCutAtAnyByteGivesAPrefixWithWhatItsGroupsProveDurable() throws IOException {
        for (StoreImage image : List.of(crashed, closed)) {
            String log = log(image);
            List<Group> groups = groups(image, log);
            cutEverywhere(
                    image,
                    log,
                    length -> groups.stream()
                            .filter(group -> group.end() <= length)
                            .mapToLong(Group::durable)
                            .max()
                            .orElse(0));
        }
    }

    @Test
    void aLogWithAnyBitFlippedGivesAPrefixWithWhatItsOtherGroupsProveDurable() throws IOException {
        for (StoreImage image : List.of(crashed, closed)) {
            String log = log(image);
            List<Group> groups = groups(image, log);
            flipEverywhere(
                    image,
                    log,
                    offset -> groups.stream()
                            .filter(group -> offset < group.start() || offset >= group.end())
                            .mapToLong(Group::durable)
                            .max()
                            .orElse(0));
        }
    }

    @Test
    void aCleanlyClosedLogNeverLosesAnythingToAFlippedBit() throws IOException {
        String log = log(closed);
        List<Group> groups = groups(closed, log);
        assertThat(groups.get(groups.size() - 1).durable()).isEqualTo(90);
        flipEverywhere(closed, log, offset -> 90);
    }

    @Test
    void aManifestCutAtAnyByteIsRefusedOrLosesNothing() {
        for (StoreImage image : List.of(crashed, closed)) {
            cutEverywhere(image, name(image, "MANIFEST.*"), length -> 90);
        }
    }

    @Test
    void aManifestWithAnyBitFlippedIsRefusedOrLosesNothing() {
        for (StoreImage image : List.of(crashed, closed)) {
            flipEverywhere(image, name(image, "MANIFEST.*"), offset -> 90);
        }
    }

    @Test
    void aDamagedCurrentIsRefusedOrLosesNothing() {
        cutEverywhere(closed, "CURRENT", length -> 90);
        flipEverywhere(closed, "CURRENT", offset -> 90);
    }

    @Test
    void aTableCutAtAnyByteIsRefused() {
        for (String table : closed.names(".*\\.sst")) {
            cutEverywhere(closed, table, length -> 90);
        }
    }

    @Test
    void aTableWithAnyBitFlippedNeverGivesAWrongEntry() {
        for (String table : closed.names(".*\\.sst")) {
            flipEverywhere(closed, table, offset -> 90);
        }
    }

    @Test
    void aManifestThatForgotALogWithWritesIsRefused() {
        WatchedFileSystem gated = new WatchedFileSystem();
        Kiban db = Kiban.open(gated, DIRECTORY, options());
        db.put(new byte[] {1}, new byte[] {1}, Durability.SYNC);
        StoreImage before = gated.image();
        gated.watch((call, name) -> {
            if (call == WatchedFileSystem.Call.CREATE && name.endsWith(".sst")) {
                throw new IOException("no tables today");
            }
        });
        assertThat(catchFailure(db::flush)).isInstanceOf(StorageException.class);
        db.put(new byte[] {2}, new byte[] {2}, Durability.SYNC);
        StoreImage after = gated.image();
        String manifest = name(after, "MANIFEST.*");
        StoreImage forgetful = after.with(manifest, before.files().get(manifest));
        assertThat(open(after).get(Kiban.DEFAULT_KEYSPACE)).hasSize(2);
        assertThat(catchFailure(() -> open(forgetful))).isInstanceOf(CorruptionException.class);
        gated.watch((call, name) -> {});
        db.close();
    }

    private static Throwable catchFailure(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            return e;
        }
        throw new AssertionError("nothing was thrown");
    }

    private void cutEverywhere(StoreImage image, String name, IntToLongFunction least) {
        byte[] whole = image.files().get(name);
        int step = step(used(whole));
        for (int length = 0; length < Math.min(whole.length, used(whole) + 64); length += step) {
            check(
                    image.with(name, Arrays.copyOf(whole, length)),
                    least.applyAsLong(length),
                    name + " cut at " + length);
        }
    }

    private void flipEverywhere(StoreImage image, String name, IntToLongFunction least) {
        byte[] whole = image.files().get(name);
        int bits = Math.min(whole.length, used(whole) + 64) * 8;
        int step = step(bits);
        for (int bit = 0; bit < bits; bit += step) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            check(image.with(name, damaged), least.applyAsLong(bit / 8), name + " with bit " + bit + " flipped");
        }
    }

    /** Zeros written ahead are left out: a few of them will do. */
    private static int used(byte[] file) {
        int used = file.length;
        while (used > 0 && file[used - 1] == 0) {
            used--;
        }
        return used;
    }

    private static int step(int size) {
        int step = Math.max(1, size / SAMPLES);
        return step == 1 ? 1 : step | 1;
    }

    private void check(StoreImage damaged, long least, String what) {
        Map<String, Map<String, String>> found;
        try {
            found = open(damaged);
        } catch (CorruptionException e) {
            assertThat(e.file()).as(what).isNotNull();
            return;
        } catch (UnsupportedFormatException e) {
            assertThat(e).as(what).hasMessageMatching("(?s).*(\\.wal|\\.sst|MANIFEST|CURRENT).*");
            return;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
        }
        int from = (int) Math.max(inTables, least);
        assertThat(history.subList(from, history.size()).contains(found))
                .as("%s: a prefix of the writes with the first %d", what, from)
                .isTrue();
    }

    private Map<String, Map<String, String>> open(StoreImage image) {
        WatchedFileSystem copy = new WatchedFileSystem(image.toFileSystem());
        try (Kiban db = Kiban.open(copy, DIRECTORY, options())) {
            return Contents.of(db);
        } finally {
            assertThat(copy.openFiles()).as("files left open").isZero();
        }
    }

    private static String name(StoreImage image, String pattern) {
        List<String> names = image.names(pattern);
        assertThat(names).hasSize(1);
        return names.get(0);
    }

    private static String log(StoreImage image) {
        return name(image, ".*\\.wal");
    }

    private record Group(long start, long end, long durable) {}

    private static List<Group> groups(StoreImage image, String log) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(image.files().get(log)).order(ByteOrder.LITTLE_ENDIAN);
        long number = Long.parseLong(log.substring(0, log.indexOf('.')));
        List<Group> groups = new ArrayList<>();
        try (WalReader reader = WalReader.open(
                image.toFileSystem(), DIRECTORY.resolve(log), header.getLong(32), header.getLong(40), number)) {
            while (reader.next()) {
                groups.add(new Group(reader.groupOffset(), reader.position(), reader.durableSequence()));
            }
        }
        assertThat(groups).isNotEmpty();
        return groups;
    }
}
