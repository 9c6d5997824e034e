package dev.kiban.internal.compaction;

import dev.kiban.internal.table.TableMeta;
import java.util.List;

/**
 * What a flush or compaction wrote: durable tables, names included, that no version knows yet.
 *
 * @param outputs in key order; none when nothing was left to keep
 * @param bytesRead bytes of the input tables; 0 for a flush
 * @param bytesWritten bytes of the outputs
 * @param entriesRead entries of the inputs
 * @param dropped entries that nobody can see any more
 */
public record JobResult(List<TableMeta> outputs, long bytesRead, long bytesWritten, long entriesRead, long dropped) {

    static JobResult of(List<TableMeta> outputs, long bytesRead, long entriesRead, long dropped) {
        return new JobResult(
                outputs, bytesRead, outputs.stream().mapToLong(TableMeta::size).sum(), entriesRead, dropped);
    }
}
