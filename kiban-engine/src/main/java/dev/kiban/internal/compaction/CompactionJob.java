package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.read.IteratorCloser;
import dev.kiban.internal.read.LevelIterator;
import dev.kiban.internal.read.MergingIterator;
import dev.kiban.internal.read.TableOpener;
import dev.kiban.internal.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Runs one plan: merges its inputs, drops what nobody can see, writes tables of bounded size.
 *
 * <p>All or nothing: a failure or a cancellation deletes every output and is thrown on; inputs are never touched. When it
 * returns, the outputs and their names are durable, so that the MANIFEST may name them. Run once, by one thread; the
 * progress may be read by others.
 */
public final class CompactionJob {

    private final CompactionPlan plan;
    private final LevelShape shape;
    private final TableOpener inputs;
    private final OutputDirectory directory;
    private final LongSupplier numbers;
    private final VersionDropper dropper;
    private final BooleanSupplier cancelled;
    private final JobProgress progress;

    /**
     * @param inputs opens input tables for one pass that leaves the block cache alone and verifies every block
     * @param directory takes tables of the plan's keyspace and lower level
     * @param numbers fresh file numbers
     * @param live sequences that somebody reads at, ascending, the visible one included; taken at the start of the job
     * @param cancelled asked now and then; true ends the job
     */
    public CompactionJob(
            CompactionPlan plan,
            LevelShape shape,
            TableOpener inputs,
            OutputDirectory directory,
            LongSupplier numbers,
            long[] live,
            BooleanSupplier cancelled) {
        this.plan = plan;
        this.shape = shape;
        this.inputs = inputs;
        this.directory = directory;
        this.numbers = numbers;
        this.dropper = new VersionDropper(live, new DeeperRanges(plan.deeper()));
        this.cancelled = cancelled;
        this.progress = new JobProgress(plan.inputBytes(), plan.inputEntries());
    }

    public CompactionPlan plan() {
        return plan;
    }

    public JobProgress progress() {
        return progress;
    }

    /**
     * @throws CancellationException when cancelled
     * @throws IOException when reading or writing fails
     */
    public JobResult run() throws IOException {
        OutputTables outputs = new OutputTables(
                directory, numbers, shape.tableSize(), plan.grandparents(), shape.maxGrandparentBytes());
        try {
            long read = merge(outputs);
            if (read != plan.inputEntries()) {
                throw new IOException("the inputs of a compaction hold " + read + " entries where the MANIFEST says "
                        + plan.inputEntries());
            }
            return JobResult.of(outputs.finish(), plan.inputBytes(), read, dropper.dropped());
        } catch (IOException | RuntimeException | Error e) {
            outputs.abandon();
            throw e;
        }
    }

    private long merge(OutputTables outputs) throws IOException {
        try (EntryIterator entries = MergingIterator.of(open())) {
            return MergeRun.copy(entries, dropper, outputs, cancelled, progress);
        }
    }

    /** The sources, newest first. */
    private List<EntryIterator> open() throws IOException {
        List<EntryIterator> sources = new ArrayList<>();
        try {
            if (plan.fromLevel() == 0) {
                for (Table table : plan.upper()) {
                    sources.add(inputs.open(table));
                }
            } else {
                sources.add(new LevelIterator(plan.upper(), inputs));
            }
            if (!plan.lower().isEmpty()) {
                sources.add(new LevelIterator(plan.lower(), inputs));
            }
            return sources;
        } catch (IOException | RuntimeException | Error e) {
            IteratorCloser.closeAllAfter(e, sources);
            throw e;
        }
    }
}
