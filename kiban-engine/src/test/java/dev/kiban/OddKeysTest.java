package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.MemoryFileSystem;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Keys and values of every odd kind, in every layer of the store (F16, F31, F32, F34). */
class OddKeysTest {

    private static final Path DIRECTORY = Path.of("odd");
    private final FileSystem fs = new MemoryFileSystem();
    private final TreeMap<byte[], byte[]> entries = entries();

    @Test
    void oddEntriesLiveInMemtablesLogsAndTablesOfEveryKind() {
        KibanOptions options = KibanOptions.builder().compressionFromLevel(0).build();
        Kiban db = Kiban.open(fs, DIRECTORY, options);
        Keyspace other = db.keyspace("other");
        entries.forEach(db::put);
        entries.forEach(other::put);
        assertHolds(db);

        db.close();
        db = Kiban.open(fs, DIRECTORY, options);
        assertHolds(db);

        db.flush();
        assertHolds(db);

        db.compact();
        assertHolds(db);

        db.close();
        db = Kiban.open(fs, DIRECTORY, options);
        assertHolds(db);
        db.close();
    }

    @Test
    void aDeletedEntryIsAbsentInEveryLayerWhileAnEmptyValueIsNot() {
        Kiban db = Kiban.open(fs, DIRECTORY, KibanOptions.defaults());
        byte[] key = {1, 2, 3};
        Runnable[] moves = {() -> {}, db::flush, db::compact};
        for (Runnable moveValue : moves) {
            for (Runnable moveDelete : moves) {
                db.put(key, new byte[0]);
                moveValue.run();
                assertThat(db.get(key)).isEmpty();
                assertThat(db.keyspace().contains(key)).isTrue();
                db.delete(key);
                moveDelete.run();
                assertThat(db.get(key)).isNull();
                assertThat(db.keyspace().contains(key)).isFalse();
                try (Cursor cursor = db.scan(KeyRange.all())) {
                    assertThat(cursor.next()).isFalse();
                }
            }
        }
        db.close();
    }

    @Test
    void nullsAndTooLongOnesAreRefusedBeforeAnythingIsWritten() {
        try (Kiban db = Kiban.open(fs, DIRECTORY, KibanOptions.defaults())) {
            byte[] longKey = new byte[Kiban.MAX_KEY_LENGTH + 1];
            assertThatThrownBy(() -> db.put(longKey, new byte[0]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("65537")
                    .hasMessageContaining("65536");
            assertThatThrownBy(() -> db.put(new byte[0], new byte[Kiban.MAX_VALUE_LENGTH + 1]))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> db.get(longKey)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> WriteBatch.create().delete(longKey)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> db.put(nothing(), new byte[0]))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("key");
            assertThatThrownBy(() -> db.put(new byte[0], nothing()))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("value");
            assertThat(db.metrics().visibleSequence()).isZero();
            db.put(new byte[0], new byte[] {7});
            assertThat(db.get(new byte[0])).containsExactly(7);
        }
    }

    @SuppressWarnings("NullAway")
    private static byte[] nothing() {
        return null;
    }

    private void assertHolds(Kiban db) {
        for (Keyspace keyspace : new Keyspace[] {db.keyspace(), db.keyspace("other")}) {
            entries.forEach((key, value) ->
                    assertThat(Arrays.equals(keyspace.get(key), value)).isTrue());
            try (Cursor forward = keyspace.scan(KeyRange.all());
                    Cursor backward = keyspace.scan(KeyRange.all().reversed())) {
                for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
                    assertThat(forward.next()).isTrue();
                    assertThat(Arrays.equals(forward.key(), entry.getKey())).isTrue();
                    assertThat(Arrays.equals(forward.value(), entry.getValue())).isTrue();
                }
                for (Map.Entry<byte[], byte[]> entry : entries.descendingMap().entrySet()) {
                    assertThat(backward.next()).isTrue();
                    assertThat(Arrays.equals(backward.key(), entry.getKey())).isTrue();
                    assertThat(Arrays.equals(backward.value(), entry.getValue()))
                            .isTrue();
                }
                assertThat(forward.next()).isFalse();
                assertThat(backward.next()).isFalse();
            }
        }
    }

    private static TreeMap<byte[], byte[]> entries() {
        Random random = new Random(20261130);
        TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
        int[] sizes = {0, 1, 65_535, 65_536, 16 * 1024 * 1024};
        for (int i = 0; i < sizes.length; i++) {
            byte[] value = new byte[sizes[i]];
            random.nextBytes(value);
            entries.put(new byte[] {'s', (byte) i}, value);
        }
        entries.put(new byte[0], new byte[] {1});
        entries.put(new byte[] {0}, new byte[] {2});
        entries.put(new byte[] {0, 0}, new byte[0]);
        entries.put(new byte[] {(byte) 0xFF}, new byte[] {3});
        entries.put(new byte[] {(byte) 0xFF, (byte) 0xFF}, new byte[] {4});
        byte[] longest = new byte[Kiban.MAX_KEY_LENGTH];
        Arrays.fill(longest, (byte) 'p');
        for (int length : new int[] {1, 2, 255, 256, 65_534, 65_535, 65_536}) {
            entries.put(Arrays.copyOf(longest, length), new byte[] {(byte) length});
        }
        return entries;
    }
}
