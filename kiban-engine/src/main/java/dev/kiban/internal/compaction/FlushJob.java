package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.read.MergingIterator;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Writes sealed memtables of one keyspace to L0: one table, or several only beyond 1 GiB. Versions that nobody can see are not
 * written at all.
 *
 * <p>All or nothing, as {@link CompactionJob}. The memtables must be neighbours in age, and everything older of the keyspace be
 * in tables already, so that L0 stays ordered by age. Run once, by one thread; the progress may be read by others.
 */
public final class FlushJob {

    /** Bytes at which a table is cut: files stay well under 2 GiB. */
    static final long MAX_TABLE_BYTES = 1L << 30;

    private final List<EntryIterator> memtables;
    private final OutputDirectory directory;
    private final LongSupplier numbers;
    private final VersionDropper dropper;
    private final BooleanSupplier cancelled;
    private final JobProgress progress;

    /**
     * @param memtables walks over the memtables, newest first; closed by the job
     * @param memtableBytes their bytes, for the progress
     * @param memtableEntries their entries, for the progress
     * @param tablesBelow whether the keyspace has any table, so that tombstones are still needed
     * @param directory takes tables of the keyspace for L0
     * @param numbers fresh file numbers
     * @param live sequences that somebody reads at, ascending, the visible one included; taken at the start of the job
     * @param cancelled asked now and then; true ends the job
     */
    public FlushJob(
            List<EntryIterator> memtables,
            long memtableBytes,
            long memtableEntries,
            boolean tablesBelow,
            OutputDirectory directory,
            LongSupplier numbers,
            long[] live,
            BooleanSupplier cancelled) {
        this.memtables = List.copyOf(memtables);
        this.directory = directory;
        this.numbers = numbers;
        this.dropper = new VersionDropper(live, (key, keyLength) -> tablesBelow);
        this.cancelled = cancelled;
        this.progress = new JobProgress(memtableBytes, memtableEntries);
    }

    public JobProgress progress() {
        return progress;
    }

    /**
     * @throws CancellationException when cancelled
     * @throws IOException when writing fails
     */
    public JobResult run() throws IOException {
        OutputTables outputs = new OutputTables(directory, numbers, MAX_TABLE_BYTES, List.of(), Long.MAX_VALUE);
        try {
            long read;
            try (EntryIterator entries = MergingIterator.of(memtables)) {
                read = MergeRun.copy(entries, dropper, outputs, cancelled, progress);
            }
            return JobResult.of(outputs.finish(), 0, read, dropper.dropped());
        } catch (IOException | RuntimeException | Error e) {
            outputs.abandon();
            throw e;
        }
    }
}
