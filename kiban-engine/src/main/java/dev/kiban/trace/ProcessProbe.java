package dev.kiban.trace;

import dev.kiban.internal.fs.ProcessMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a trace says of this process and its machine. Figures that the JVM cannot give are null: garbage collection time needs the
 * module {@code java.management}, the machine's memory {@code jdk.management}, which a small runtime image may lack. Thread safe.
 */
class ProcessProbe {

    private final ProcessMemory memory = new ProcessMemory();

    /** Milliseconds since 1970, UTC; 0 where unknown. */
    long startMillis() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .orElse(0L);
    }

    Map<String, Object> host() {
        Map<String, Object> host = new LinkedHashMap<>();
        host.put("cpus", Runtime.getRuntime().availableProcessors());
        host.put("heapBytes", Runtime.getRuntime().maxMemory());
        Long machine = machineBytes();
        if (machine != null) {
            host.put("memBytes", machine);
        }
        host.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        host.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        return host;
    }

    long heap() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static @Nullable Long machineBytes() {
        try {
            return MachineMemory.bytes();
        } catch (LinkageError e) {
            return null;
        }
    }

    @Nullable
    Long residentBytes() {
        return memory.residentBytes();
    }

    @Nullable
    Long gcMillis() {
        try {
            return GcClock.millis();
        } catch (LinkageError e) {
            return null;
        }
    }

    @Nullable
    Long cpuMillis() {
        Optional<Duration> cpu = ProcessHandle.current().info().totalCpuDuration();
        return cpu.isPresent() ? cpu.get().toMillis() : null;
    }
}
