package dev.kiban.bench.quick;

import dev.kiban.bench.KibanBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a trial in a JVM of its own, so that engines share neither heap nor compiled code nor peak memory. */
final class TrialProcess {

    private final List<String> flags;

    /** @param flags the same for every engine */
    TrialProcess(List<String> flags) {
        this.flags = List.copyOf(flags);
    }

    /**
     * The flags of every engine's JVM.
     *
     * @param directBytes what direct buffers may take: Kiban's cache lives there
     */
    static List<String> flags(String heap, long directBytes) {
        List<String> flags = new ArrayList<>(List.of("-Xmx" + heap, "-XX:MaxDirectMemorySize=" + directBytes));
        if (Runtime.version().feature() >= 22) {
            flags.add("--enable-native-access=ALL-UNNAMED"); // or the JVM warns of RocksDB's library
        }
        return flags;
    }

    /**
     * Runs it and waits.
     *
     * @throws IOException when the process fails; it has said why on standard error
     */
    TrialResult run(TrialPlan plan) throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("kiban-bench");
        Path planFile = scratch.resolve("plan.json");
        Path resultFile = scratch.resolve("result.json");
        try {
            Results.write(planFile, plan);
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(flags);
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.addAll(List.of(KibanBench.class.getName(), "quick-trial"));
            command.addAll(List.of(planFile.toString(), resultFile.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly)); // no engine outlives its bench
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(
                        plan.engine().title() + " failed in round " + plan.round() + " with status " + status);
            }
            return Results.read(resultFile, TrialResult.class);
        } finally {
            Files.deleteIfExists(planFile);
            Files.deleteIfExists(resultFile);
            Files.deleteIfExists(scratch);
        }
    }
}
