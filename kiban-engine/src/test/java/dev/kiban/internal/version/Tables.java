package dev.kiban.internal.version;

import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.nio.charset.StandardCharsets;

/** Makes tables for tests, with just what a test is about. */
final class Tables {

    private Tables() {}

    static byte[] key(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    static TableMeta meta(long number, String minKey, String maxKey) {
        return meta(number, minKey, maxKey, number * 10, number * 10 + 9);
    }

    static TableMeta meta(long number, String minKey, String maxKey, long minSequence, long maxSequence) {
        return new TableMeta(number, 0, 1000 + number, key(minKey), key(maxKey), minSequence, maxSequence, 10, 2);
    }

    static TableMeta inKeyspace(int keyspace, TableMeta meta) {
        return new TableMeta(
                meta.number(),
                keyspace,
                meta.size(),
                meta.minKey(),
                meta.maxKey(),
                meta.minSequence(),
                meta.maxSequence(),
                meta.entries(),
                meta.tombstones());
    }

    /** The one place to change when a table needs more than its meta: these are never read. */
    static Table table(TableMeta meta) {
        return new Table(meta);
    }

    static Table table(long number, String minKey, String maxKey) {
        return table(meta(number, minKey, maxKey));
    }
}
