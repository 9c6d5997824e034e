package dev.kiban.bench.quick;

import dev.kiban.bench.ByteSize;
import dev.kiban.bench.Directories;
import dev.kiban.bench.Machine;
import dev.kiban.bench.store.EngineKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Agent memories in Kiban and in its rivals: every engine in a JVM of its own, rounds interleaved, the order turned round
 * after each.
 */
@Command(
        name = "quick",
        description = "Loads, reads and writes agent memories in each engine, verifies every result, prints a table.")
public final class QuickCommand implements Callable<Integer> {

    /** What Kiban may need of direct memory beside its cache. */
    private static final long DIRECT_RESERVE = 512L << 20;

    @Option(names = "--records", description = "Memories to load.")
    private int records = 1_000_000;

    @Option(names = "--reads", description = "Timed calls of each kind of read, and as many puts and updates.")
    private int reads = 100_000;

    @Option(names = "--warmup", description = "Untimed calls before each kind of read.")
    private int warmup = 100_000;

    @Option(names = "--synced-puts", description = "Timed puts that survive a power loss.")
    private int syncedPuts = 1_000;

    @Option(names = "--rounds", description = "Turns of each engine.")
    private int rounds = 3;

    @Option(names = "--engines", split = ",", description = "Which: ${COMPLETION-CANDIDATES}.")
    private List<EngineKind> engines = List.of(EngineKind.values());

    @Option(names = "--cache", converter = ByteSize.Converter.class, description = "Block cache of each engine.")
    private ByteSize cache = new ByteSize(512L << 20);

    @Option(names = "--heap", description = "Heap of each engine's JVM, as in -Xmx.")
    private String heap = "1g";

    @Option(names = "--seed", description = "Of the data and the order of calls.")
    private long seed = 20261016;

    @Option(names = "--dir", description = "Directory for the stores; what is made in it is deleted again.")
    private Path directory = Path.of("kiban-bench-data");

    @Option(names = "--out", description = "Writes the result as JSON to this file.")
    private @Nullable Path out;

    @Option(names = "--markdown", description = "Writes the tables as Markdown to this file.")
    private @Nullable Path markdown;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        List<String> flags = TrialProcess.flags(heap, cache.bytes() + DIRECT_RESERVE);
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Machine machine = Machine.here(directory);
        List<TrialResult> trials = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            List<EngineKind> order = new ArrayList<>(engines);
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (int position = 1; position <= order.size(); position++) {
                trials.add(runTrial(order.get(position - 1), round, position, flags));
            }
        }
        QuickResult result = new QuickResult(
                QuickResult.FORMAT,
                date,
                Machine.commit().orElse("unknown"),
                machine,
                flags,
                rounds,
                records,
                reads,
                warmup,
                cache.bytes(),
                seed,
                trials);
        QuickReport report = new QuickReport(result);
        if (out != null) {
            Results.write(out, result);
        }
        if (markdown != null) {
            Files.writeString(markdown, report.toMarkdown());
        }
        System.out.print(report.toText());
        return 0;
    }

    private TrialResult runTrial(EngineKind engine, int round, int position, List<String> flags)
            throws IOException, InterruptedException {
        Path store = directory
                .resolve(engine.title().toLowerCase(Locale.ROOT) + "-" + round)
                .toAbsolutePath();
        Directories.delete(store);
        TrialPlan plan = new TrialPlan(
                engine,
                round,
                position,
                store.toString(),
                records,
                reads,
                warmup,
                reads,
                syncedPuts,
                cache.bytes(),
                seed);
        try {
            return new TrialProcess(flags).run(plan);
        } finally {
            Directories.delete(store);
        }
    }
}
