package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.EntryIterator;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** The loop that flushes and compactions share: every entry of a walk that somebody can see goes to the output tables. */
final class MergeRun {

    /** Bytes copied between two looks at whether the job is cancelled. */
    private static final int CHECK_BYTES = 64 * 1024;

    /** Charged for each entry beside its value, so that tiny ones count too. */
    private static final int ENTRY_BYTES = 64;

    private MergeRun() {}

    /**
     * Walks all entries from the first.
     *
     * @return how many there were, dropped ones included
     * @throws CancellationException when cancelled; the outputs are then to be abandoned
     */
    static long copy(
            EntryIterator entries,
            VersionDropper dropper,
            OutputTables outputs,
            BooleanSupplier cancelled,
            JobProgress progress)
            throws IOException {
        long count = 0;
        long unchecked = CHECK_BYTES;
        boolean keyBegins = false;
        for (entries.seekToFirst(); entries.isValid(); entries.next()) {
            if (unchecked >= CHECK_BYTES) {
                unchecked = 0;
                progress.advanceTo(count);
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("the job is cancelled");
                }
            }
            count++;
            unchecked += ENTRY_BYTES + entries.valueLength();
            byte[] key = entries.key();
            int keyLength = entries.keyLength();
            boolean kept = dropper.keep(key, keyLength, entries.sequence(), entries.kind());
            keyBegins |= dropper.isNewKey();
            if (!kept) {
                continue;
            }
            if (keyBegins) {
                outputs.beginKey(key, keyLength);
                keyBegins = false;
            }
            outputs.table()
                    .add(
                            key,
                            keyLength,
                            entries.sequence(),
                            entries.kind(),
                            entries.value(),
                            entries.valueOffset(),
                            entries.valueLength());
        }
        progress.advanceTo(count);
        return count;
    }
}
