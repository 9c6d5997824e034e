package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables that one job writes, one after the other. A new one begins when the last is large enough, or overlaps enough bytes
 * of the level below to make its own compaction costly; never between two versions of one key.
 *
 * <p>Either {@link #finish()} or {@link #abandon()} ends it. Confined to one thread.
 */
final class OutputTables {

    private final OutputDirectory directory;
    private final LongSupplier numbers;
    private final long maxBytes;
    private final List<Table> grandparents;
    private final long maxGrandparentBytes;

    private final List<TableMeta> finished = new ArrayList<>();
    private @Nullable TableOutput open;
    private int grandparent;
    private long grandparentBytes;

    /**
     * @param numbers fresh file numbers
     * @param maxBytes bytes at which a table is cut
     * @param grandparents the next level's tables, in key order
     * @param maxGrandparentBytes bytes of them that one table may pass over
     */
    OutputTables(
            OutputDirectory directory,
            LongSupplier numbers,
            long maxBytes,
            List<Table> grandparents,
            long maxGrandparentBytes) {
        this.directory = directory;
        this.numbers = numbers;
        this.maxBytes = maxBytes;
        this.grandparents = grandparents;
        this.maxGrandparentBytes = maxGrandparentBytes;
    }

    /** Called before the first kept version of each key: cuts here when it is time. */
    void beginKey(byte[] key, int keyLength) throws IOException {
        boolean costly = passGrandparents(key, keyLength);
        TableOutput table = open;
        if (table != null && (costly || table.estimatedSize() >= maxBytes)) {
            finishTable(table);
        }
    }

    /** The table that takes the next entry. */
    TableOutput table() throws IOException {
        TableOutput table = open;
        if (table == null) {
            table = directory.create(numbers.getAsLong());
            open = table;
        }
        return table;
    }

    /** Completes everything and makes it durable; the tables in key order. */
    List<TableMeta> finish() throws IOException {
        TableOutput table = open;
        if (table != null) {
            finishTable(table);
        }
        if (!finished.isEmpty()) {
            directory.sync();
        }
        return List.copyOf(finished);
    }

    /** Deletes everything. */
    void abandon() {
        TableOutput table = open;
        open = null;
        if (table != null) {
            table.abandon();
        }
        finished.forEach(done -> directory.delete(done.number()));
        finished.clear();
    }

    private void finishTable(TableOutput table) throws IOException {
        finished.add(table.finish());
        open = null;
        grandparentBytes = 0;
    }

    /** Counts the tables that end before the key; true when the open table has passed too many bytes. */
    private boolean passGrandparents(byte[] key, int keyLength) {
        while (grandparent < grandparents.size()) {
            TableMeta passed = grandparents.get(grandparent).meta();
            if (Keys.compare(passed.maxKey(), passed.maxKey().length, key, keyLength) >= 0) {
                break;
            }
            if (open != null) {
                grandparentBytes += passed.size();
            }
            grandparent++;
        }
        return grandparentBytes > maxGrandparentBytes;
    }
}
