package dev.kiban.internal.compaction;

import dev.kiban.Compression;
import dev.kiban.KibanOptions;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.table.ReadMode;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.table.TableOptions;
import dev.kiban.internal.table.TableSource;
import dev.kiban.internal.table.TableStats;
import dev.kiban.internal.table.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** The table files of one store's directory: makes handles of those that exist, and new ones as the options say. Thread safe. */
public final class TableFiles {

    private final FileSystem fs;
    private final Path directory;
    private final KibanOptions options;
    private final TableSource source;

    public TableFiles(
            FileSystem fs, Path directory, UUID storeId, KibanOptions options, BlockCache cache, TableStats stats) {
        this.fs = fs;
        this.directory = directory;
        this.options = options;
        this.source = new TableSource(
                fs, directory, storeId.getMostSignificantBits(), storeId.getLeastSignificantBits(), cache, stats);
    }

    /** A handle that opens its file when it is first read. */
    public Table handle(TableMeta meta) {
        return new Table(meta, source);
    }

    /** A walk over the table for one pass. */
    EntryIterator readOnce(Table table) throws IOException {
        return table.reader().iterator(ReadMode.PAST_CACHE);
    }

    /** Where a job puts tables of a keyspace and level. */
    public OutputDirectory outputs(int keyspace, int level) {
        return new OutputDirectory() {
            @Override
            public TableOutput create(long number) throws IOException {
                return new Output(new TableWriter(fs, directory, number, keyspace, tableOptions(level)));
            }

            @Override
            public void sync() throws IOException {
                fs.syncDirectory(directory);
            }

            @Override
            public void delete(long number) {
                try {
                    fs.delete(directory.resolve(Table.fileName(number)));
                } catch (IOException e) {
                    // The next open deletes it: the MANIFEST does not name it.
                }
            }
        };
    }

    private TableOptions tableOptions(int level) {
        Compression compression = level >= options.compressionFromLevel() ? options.compression() : Compression.NONE;
        return new TableOptions(
                options.blockSize(),
                compression,
                options.filterBitsPerKey(),
                source.storeIdHigh(),
                source.storeIdLow());
    }

    /** A table writer as jobs see it. */
    private record Output(TableWriter writer) implements TableOutput {

        @Override
        public void add(
                byte[] key, int keyLength, long sequence, int kind, byte[] value, int valueOffset, int valueLength)
                throws IOException {
            writer.add(key, keyLength, sequence, kind, value, valueOffset, valueLength);
        }

        @Override
        public long estimatedSize() {
            return writer.estimatedSize();
        }

        @Override
        public TableMeta finish() throws IOException {
            return writer.finish();
        }

        @Override
        public void abandon() {
            try {
                writer.abandon();
            } catch (IOException e) {
                // The next open deletes what is left: the MANIFEST does not name it.
            }
        }
    }
}
