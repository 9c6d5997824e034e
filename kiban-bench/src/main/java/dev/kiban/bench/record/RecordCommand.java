package dev.kiban.bench.record;

import dev.kiban.Compression;
import dev.kiban.Durability;
import dev.kiban.KibanOptions;
import dev.kiban.bench.Directories;
import dev.kiban.bench.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** A long run of random writes on Kiban, with its trace, verified to the last byte. Exits with 1 on any difference. */
@Command(
        name = "record",
        description = "Overwrites random keys from several threads, records the store's trace, verifies every entry.")
public final class RecordCommand implements Callable<Integer> {

    private static final long MIB = 1L << 20;

    @Option(
            names = "--out",
            required = true,
            showDefaultValue = Visibility.NEVER,
            description = "File for the trace: *.ktrace.ndjson.gz.")
    private Path out = Path.of("run.ktrace.ndjson.gz");

    @Option(names = "--operations", description = "Puts in all.")
    private long operations = 10_000_000;

    @Option(names = "--keys", description = "Different keys.")
    private int keys = 1_000_000;

    @Option(names = "--threads", description = "Writers, each with keys of its own.")
    private int threads = 4;

    @Option(names = "--key-bytes", description = "Bytes of a key, 8 or more.")
    private int keyBytes = 8;

    @Option(names = "--value-bytes", description = "Bytes of a value.")
    private int valueBytes = 128;

    @Option(names = "--durability", description = "What a write survives once it returned: ${COMPLETION-CANDIDATES}.")
    private Durability durability = Durability.PROCESS;

    @Option(
            names = "--matched",
            description =
                    "Knobs that other engines have as well, set small: 4 MiB memtables, two of them, 32 MiB cache,"
                            + " 4 MiB tables and L1, multiplier ten, L0 compacted at four files, stopped at eight, no compression.")
    private boolean matched;

    @Option(names = "--seed", description = "Of keys and values.")
    private long seed = 20261008;

    @Option(names = "--dir", description = "Directory for the store; what is made in it is deleted again.")
    private Path directory = Path.of("kiban-bench-data");

    @Override
    public Integer call() throws Exception {
        RandomWrites workload = new RandomWrites(keys, keyBytes, valueBytes, threads, seed);
        Path store = directory.resolve("record").toAbsolutePath();
        Directories.delete(store);
        Files.createDirectories(store);
        Path parent = out.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Machine machine = Machine.here(store);
            Optional<String> commit = Machine.commit();
            RecordResult result =
                    new Recording(workload, operations, options(), store, out, machine, commit.orElse(null)).run();
            System.out.print(result.toText(machine, commit.orElse("unknown")));
            return result.verification().wrong() == 0 ? 0 : 1;
        } finally {
            Directories.delete(store);
        }
    }

    private KibanOptions options() {
        KibanOptions.Builder options = KibanOptions.builder().name("record").durability(durability);
        return (matched ? matched(options) : options).build();
    }

    /** The named knobs of the original study; its slowdown was not named, so it lies between compaction and stop. */
    static KibanOptions.Builder matched(KibanOptions.Builder options) {
        return options.memtableSize(4 * MIB)
                .maxSealedMemtables(2)
                .cacheSize(32 * MIB)
                .tableSize(4 * MIB)
                .levelBaseSize(4 * MIB)
                .levelMultiplier(10)
                .l0CompactionFiles(4)
                .l0SlowdownFiles(6)
                .l0StopFiles(8)
                .compression(Compression.NONE);
    }
}
