package dev.kiban.bench.quick;

import dev.kiban.bench.Machine;
import dev.kiban.bench.store.EngineKind;
import java.util.List;

/**
 * A whole run of the {@code quick} command, as it is written to a file.
 *
 * @param format always {@link #FORMAT}
 * @param date when it began: ISO 8601, UTC
 * @param commit of the repository
 * @param machine where it ran
 * @param jvmFlags of every engine's JVM
 * @param rounds how many
 * @param records memories loaded before reads
 * @param cacheBytes block cache of every engine
 * @param seed of data and order
 * @param trials one for each engine in each round, in the order they ran
 */
public record QuickResult(
        String format,
        String date,
        String commit,
        Machine machine,
        List<String> jvmFlags,
        int rounds,
        int records,
        int reads,
        int warmup,
        long cacheBytes,
        long seed,
        List<TrialResult> trials) {

    public static final String FORMAT = "kiban-bench-quick/1";

    /** One engine's trials, by round. */
    public List<TrialResult> of(EngineKind engine) {
        return trials.stream().filter(trial -> trial.engine() == engine).toList();
    }
}
