package dev.kiban.trace;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** Time spent in garbage collection. A class of its own, so that only it fails to link where {@code java.management} is absent. */
final class GcClock {

    private GcClock() {}

    static long millis() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return millis;
    }
}
