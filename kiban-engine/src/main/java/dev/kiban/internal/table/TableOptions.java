package dev.kiban.internal.table;

import dev.kiban.Compression;

/**
 * How a table is written.
 *
 * @param blockSize target bytes of a data block before compression, 1 KiB to 1 MiB
 * @param compression of data blocks; one that does not shrink by an eighth is stored as it is
 * @param filterBitsPerKey bits a key of the filter, 0 (no filter) to 32
 * @param storeIdHigh half of the random id of the store that the table belongs to
 * @param storeIdLow the other half
 */
public record TableOptions(
        int blockSize, Compression compression, int filterBitsPerKey, long storeIdHigh, long storeIdLow) {

    public TableOptions {
        if (blockSize < 1024 || blockSize > 1 << 20) {
            throw new IllegalArgumentException("block size " + blockSize);
        }
        if (filterBitsPerKey < 0 || filterBitsPerKey > 32) {
            throw new IllegalArgumentException("filter bits a key " + filterBitsPerKey);
        }
    }
}
