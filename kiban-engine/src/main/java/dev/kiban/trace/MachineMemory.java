package dev.kiban.trace;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Memory of the machine or container. A class of its own, so that only it fails to link where {@code jdk.management} is absent. */
final class MachineMemory {

    private MachineMemory() {}

    static @Nullable Long bytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : null;
    }
}
