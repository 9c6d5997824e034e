package dev.kiban.internal.table;

import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.fs.FileSystem;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What all tables of a store need to be opened. Thread safe.
 *
 * @param fs where the files are
 * @param directory the store's directory
 * @param storeIdHigh half of the store's id
 * @param storeIdLow the other half
 * @param cache the block cache, perhaps shared with other stores
 * @param stats the store's filter counters
 */
public record TableSource(
        FileSystem fs, Path directory, long storeIdHigh, long storeIdLow, BlockCache cache, TableStats stats) {

    /** Opens a reader, as {@link TableReader#open} does. */
    public TableReader open(TableMeta meta) throws IOException {
        Path file = directory.resolve(Table.fileName(meta.number()));
        return TableReader.open(fs, file, meta, storeIdHigh, storeIdLow, cache, stats);
    }
}
