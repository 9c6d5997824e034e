package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.Compression;
import dev.kiban.CorruptionException;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.Lookup;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private final HeapFiles fs = new HeapFiles();
    private final BlockCache cache = BlockCache.create(1 << 20);
    private final TableStats stats = new TableStats();
    private final TableSource source =
            new TableSource(fs, HeapFiles.DIRECTORY, Entries.STORE_HIGH, Entries.STORE_LOW, cache, stats);

    @Test
    void opensItsReaderWhenItIsFirstNeeded() throws IOException {
        Table table = new Table(write(), source);
        assertThat(fs.openFiles.get()).isZero();
        assertThat(table.indexBytes() + table.filterBytes()).isZero();
        assertThat(table.reader()).isSameAs(table.reader());
        assertThat(fs.openFiles.get()).isEqualTo(1);
        assertThat(table.indexBytes()).isPositive();
        assertThat(table.filterBytes()).isEqualTo(32);
        table.close();
        table.close();
        assertThat(fs.openFiles.get()).isZero();
        assertThatIllegalStateException().isThrownBy(table::reader);
    }

    @Test
    void triesAgainAfterAnOpenThatFailed() throws IOException {
        Table table = new Table(write(), source);
        byte[] whole = fs.bytes(1);
        fs.replace(1, new byte[whole.length]);
        assertThatThrownBy(table::reader).isInstanceOf(CorruptionException.class);
        fs.replace(1, whole);
        assertThat(table.reader().mayContain(new Lookup(Entries.bytes("k"), 1).hash))
                .isTrue();
        table.close();
    }

    @Test
    void needsNoFileToTellItsMeta() {
        TableMeta meta = new TableMeta(3, 1, 10, new byte[0], new byte[0], 1, 1, 1, 0);
        Table table = new Table(meta);
        assertThat(table.meta()).isSameAs(meta);
        assertThatIllegalStateException().isThrownBy(table::reader).withMessageContaining("no file");
    }

    @Test
    void countsWhatItsFilterDoes() throws IOException {
        Table table = new Table(write(), source);
        table.reader().get(new Lookup(Entries.bytes("k"), 5));
        table.reader().get(new Lookup(Entries.bytes("k"), 4));
        for (int i = 0; i < 50; i++) {
            table.reader().get(new Lookup(Entries.bytes("absent " + i), 5));
        }
        assertThat(stats.filterPositives() + stats.filterNegatives()).isEqualTo(52);
        assertThat(stats.filterNegatives()).isGreaterThan(40);
        assertThat(stats.filterFalsePositives()).isEqualTo(stats.filterPositives() - 1);
        table.close();
    }

    @Test
    void namesItsFileByItsNumber() {
        assertThat(Table.fileName(42)).isEqualTo("000042.sst");
        assertThat(Table.fileName(12_345_678)).isEqualTo("12345678.sst");
        assertThat(Table.numberOf("000042.sst")).isEqualTo(42);
        assertThat(Table.numberOf("12345678.sst")).isEqualTo(12_345_678);
        for (String other : List.of("42.sst", "0000042.sst", "000042.log", "00004x.sst", ".sst", "000042.sst.tmp")) {
            assertThat(Table.numberOf(other)).as(other).isEqualTo(-1);
        }
    }

    private TableMeta write() throws IOException {
        return Entries.write(fs, 1, Entries.options(4096, Compression.NONE, 10), List.of(Entries.put("k", 5, "v")));
    }
}
