package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Compression;
import dev.kiban.CorruptionException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.UnsupportedFormatException.Age;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.table.Entries.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A damaged table answers truly or refuses; it never answers wrongly. */
class TableDamageTest {

    private final HeapFiles fs = new HeapFiles();
    private final BlockCache cache = BlockCache.create(0);
    private final List<Entry> entries = smallTable();

    @ParameterizedTest
    @EnumSource(Compression.class)
    void aFlippedBitIsNeverAnswered(Compression compression) throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, compression, 10), entries);
        byte[] whole = fs.bytes(1);
        int refused = 0;
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            fs.replace(1, damaged);
            if (!readsTruly(meta, "bit " + bit)) {
                refused++;
            }
        }
        // Every byte of the file is under some checksum.
        assertThat(refused).isEqualTo(8 * whole.length);
        assertThat(fs.openFiles.get()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void aTableCutAtAnyByteIsRefused(Compression compression) throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, compression, 10), entries);
        byte[] whole = fs.bytes(1);
        for (int length = 0; length < whole.length; length++) {
            fs.replace(1, Arrays.copyOf(whole, length));
            int cut = length;
            assertThatThrownBy(() -> Entries.open(fs, meta, cache))
                    .as("cut to %d bytes", cut)
                    .isInstanceOf(CorruptionException.class);
            assertThatThrownBy(() -> Entries.open(fs, withSize(meta, cut), cache))
                    .as("cut to %d bytes, which are expected", cut)
                    .isInstanceOf(CorruptionException.class);
        }
        assertThat(fs.openFiles.get()).isZero();
    }

    @Test
    void aDamagedBlockLeavesTheOthersReadable() throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, Compression.NONE, 10), entries);
        byte[] damaged = fs.bytes(1).clone();
        damaged[100] ^= 1;
        fs.replace(1, damaged);
        try (TableReader reader = Entries.open(fs, meta, cache)) {
            Entry last = entries.get(entries.size() - 1);
            assertThat(Entries.get(reader, last.key(), Long.MAX_VALUE))
                    .isEqualTo(Entries.expected(Entries.oracle(entries), last.key(), Long.MAX_VALUE));
            assertThatThrownBy(() -> Entries.get(reader, entries.get(0).key(), Long.MAX_VALUE))
                    .isInstanceOfSatisfying(CorruptionException.class, damage -> {
                        assertThat(damage.offset()).isZero();
                        assertThat(damage.file()).isEqualTo(HeapFiles.DIRECTORY.resolve("000001.sst"));
                    });
            try (EntryIterator iterator = reader.iterator(ReadMode.PAST_CACHE)) {
                assertThatThrownBy(iterator::seekToFirst).isInstanceOf(CorruptionException.class);
                assertThat(iterator.isValid()).isFalse();
                iterator.seekToLast();
                assertThat(Entries.current(iterator)).isEqualTo(last);
            }
        }
    }

    @Test
    void aMissingFileIsDamage() throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, Compression.NONE, 10), entries);
        fs.files.clear();
        assertThatThrownBy(() -> Entries.open(fs, meta, cache))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void aTableOfAnotherStoreOrNumberOrKeyspaceIsRefused() throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, Compression.NONE, 10), entries);
        assertThatThrownBy(() -> new TableSource(fs, HeapFiles.DIRECTORY, 1, 2, cache, new TableStats()).open(meta))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("another store");
        fs.replace(2, fs.bytes(1));
        assertThatThrownBy(() -> Entries.open(fs, with(meta, 2, meta.keyspace(), meta.size()), cache))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("table 1");
        assertThatThrownBy(() -> Entries.open(fs, with(meta, 1, 4, meta.size()), cache))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("keyspace");
    }

    @Test
    void otherFormatVersionsAreToldFromDamage() throws IOException {
        assertThat(refusal(file -> patchFooter(file, 48, 2)).age()).isEqualTo(Age.TOO_NEW);
        assertThat(refusal(file -> patchFooter(file, 48, 0)).age()).isEqualTo(Age.TOO_OLD);
        assertThat(refusal(file -> patchFooter(file, 16, 4)).age()).isEqualTo(Age.TOO_NEW);
        // A footer of another length, as a later version may have, is still known for what it is.
        assertThat(refusal(file -> {}, true).age()).isEqualTo(Age.TOO_NEW);
    }

    @Test
    void unknownSectionsArePassedOverOrRefusedAsTheirTagSays() throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, Compression.NONE, 10), entries);
        byte[] whole = fs.bytes(1);
        fs.replace(1, withSectionTag(whole, 8));
        assertThat(readsTruly(meta, "a section that may be skipped")).isTrue();
        fs.replace(1, withSectionTag(whole, 11));
        assertThatThrownBy(() -> Entries.open(fs, meta, cache))
                .isInstanceOfSatisfying(
                        UnsupportedFormatException.class,
                        e -> assertThat(e.age()).isEqualTo(Age.TOO_NEW));
    }

    /** Whether everything could be read; fails when anything read is wrong. */
    private boolean readsTruly(TableMeta meta, String what) throws IOException {
        Map<byte[], List<Entry>> oracle = Entries.oracle(entries);
        boolean whole = true;
        try (TableReader reader = Entries.open(fs, meta, cache)) {
            for (Entry entry : entries) {
                try {
                    Entry found = Entries.get(reader, entry.key(), entry.sequence());
                    Entry expected = Entries.expected(oracle, entry.key(), entry.sequence());
                    if (!expected.equals(found)) {
                        assertThat(found).as(what).isEqualTo(expected);
                    }
                } catch (CorruptionException | UnsupportedFormatException refused) {
                    whole = false;
                }
            }
            for (ReadMode mode : ReadMode.values()) {
                try (EntryIterator iterator = reader.iterator(mode)) {
                    if (!Entries.forward(iterator).equals(entries)) {
                        throw new AssertionError(what + ": a walk is wrong");
                    }
                } catch (CorruptionException | UnsupportedFormatException refused) {
                    whole = false;
                }
            }
        } catch (CorruptionException | UnsupportedFormatException refused) {
            return false;
        }
        return whole;
    }

    private UnsupportedFormatException refusal(Consumer<byte[]> change) throws IOException {
        return refusal(change, false);
    }

    private UnsupportedFormatException refusal(Consumer<byte[]> change, boolean longerFooter) throws IOException {
        TableMeta meta = Entries.write(fs, 1, Entries.options(1024, Compression.NONE, 10), entries);
        byte[] file = fs.bytes(1).clone();
        change.accept(file);
        if (longerFooter) {
            ByteWriter longer = new ByteWriter(file.length + 32);
            longer.putBytes(file, 0, file.length - 20).putLong(0).putInt(9).putInt(76);
            longer.putInt(Checksum.of(longer.array(), longer.size() - 64, 64)).putBytes(file, file.length - 8, 8);
            file = longer.toByteArray();
        }
        fs.replace(1, file);
        try (TableReader reader = Entries.open(fs, withSize(meta, file.length), cache)) {
            throw new AssertionError("opened " + reader);
        } catch (UnsupportedFormatException refused) {
            return refused;
        }
    }

    private static void patchFooter(byte[] file, int offset, int value) {
        int footer = file.length - 68;
        patch(file, footer + offset, value);
        patch(file, footer + 56, Checksum.of(file, footer, 56));
    }

    private static void patch(byte[] file, int at, int value) {
        for (int i = 0; i < 4; i++) {
            file[at + i] = (byte) (value >>> 8 * i);
        }
    }

    /** The table with its filter's section given another tag. */
    private static byte[] withSectionTag(byte[] whole, int tag) {
        byte[] file = whole.clone();
        int directory = file.length - 68 - 3 * 24;
        patch(file, directory + 24, tag);
        patchFooter(file, 12, Checksum.of(file, directory, 3 * 24));
        return file;
    }

    private static TableMeta withSize(TableMeta meta, long size) {
        return with(meta, meta.number(), meta.keyspace(), size);
    }

    private static TableMeta with(TableMeta meta, long number, int keyspace, long size) {
        return new TableMeta(
                number,
                keyspace,
                size,
                meta.minKey(),
                meta.maxKey(),
                meta.minSequence(),
                meta.maxSequence(),
                meta.entries(),
                meta.tombstones());
    }

    private static List<Entry> smallTable() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String key = String.format("agent:%03d", i * 7);
            if (i % 4 == 0) {
                entries.add(Entries.put(key, 500 + i, "newer value of this key ".repeat(2)));
            }
            entries.add(i % 5 == 0 ? Entries.delete(key, 300 + i) : Entries.put(key, 300 + i, "some value ".repeat(3)));
        }
        return entries;
    }
}
