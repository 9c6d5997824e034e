package dev.kiban.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where a result was measured.
 *
 * @param cpu the processor's name
 * @param processors logical processors that this JVM may use
 * @param memoryBytes of the machine or container; 0 when unknown
 * @param os name, version and architecture
 * @param fileSystem type of the file system that held the data
 * @param jvm vendor and version
 */
public record Machine(String cpu, int processors, long memoryBytes, String os, String fileSystem, String jvm) {

    private static final String UNKNOWN = "unknown";

    /** @param directory where the data lies */
    public static Machine here(Path directory) throws IOException {
        String os = property("os.name") + " " + property("os.version") + " " + property("os.arch");
        String jvm =
                property("java.vm.name") + " " + property("java.vm.version") + " (" + property("java.vendor") + ")";
        return new Machine(
                firstValue(Path.of("/proc/cpuinfo"), "model name", property("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                totalMemory(),
                os,
                Files.getFileStore(directory).type(),
                jvm);
    }

    /** The most memory this process ever had resident, in bytes; 0 where the system does not say. */
    public static long peakResidentBytes() throws IOException {
        String peak = firstValue(Path.of("/proc/self/status"), "VmHWM", "0 kB");
        return Long.parseLong(peak.replace("kB", "").trim()) * 1024;
    }

    /** The system's load over the last minute; negative where the system does not say. */
    public static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** The commit of the repository that this program was built in, marked when files differ from it; empty when there is none. */
    public static Optional<String> commit() {
        URI program = URI.create(Machine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        String built = Path.of(program).resolveSibling(".").toString();
        String head = output("git", "-C", built, "rev-parse", "HEAD");
        if (head.isEmpty()) {
            return Optional.empty();
        }
        String changes = output("git", "-C", built, "status", "--porcelain", "--untracked-files=no");
        return Optional.of(changes.isEmpty() ? head : head + " with changes");
    }

    private static long totalMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }

    private static String property(String name) {
        return System.getProperty(name, UNKNOWN);
    }

    private static String firstValue(Path file, String name, String otherwise) throws IOException {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(otherwise);
        }
    }

    /** What a command prints, trimmed; empty when it cannot be run or fails. */
    private static String output(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0 ? text.trim() : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
