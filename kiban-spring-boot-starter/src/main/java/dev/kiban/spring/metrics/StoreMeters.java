package dev.kiban.spring.metrics;

import static dev.kiban.spring.metrics.EngineMeters.BYTES;
import static dev.kiban.spring.metrics.EngineMeters.tag;

import dev.kiban.Kiban;
import dev.kiban.KibanOptions;
import dev.kiban.metrics.StoreState;

/** Meters of the store as a whole: what it is, its state, snapshots, disk, errors, recovery. */
final class StoreMeters {

    private StoreMeters() {}

    static void bind(EngineMeters meters, KibanOptions options) {
        meters.gauge(
                "kiban.info",
                null,
                "Always 1; the tags say how the store was opened",
                metrics -> 1,
                "durability",
                tag(options.durability()),
                "compression",
                tag(options.compression()),
                "profile",
                tag(options.profile()),
                "version",
                version());
        for (StoreState state : StoreState.values()) {
            meters.stateGauge(
                    "kiban.state",
                    null,
                    "1 for the state that the store is in, 0 for the others",
                    picture -> picture.state() == state ? 1 : 0,
                    "state",
                    tag(state));
        }
        String sequence =
                "Sequence number of the newest write that readers see, and of the newest known to survive a power loss";
        meters.gauge("kiban.sequence", null, sequence, m -> m.visibleSequence(), "kind", "visible");
        meters.gauge("kiban.sequence", null, sequence, m -> m.durableSequence(), "kind", "durable");
        bindSnapshots(meters);
        bindDisk(meters);
        bindErrors(meters);
        meters.durationGauge(
                "kiban.recovery.duration",
                "How long opening the store took",
                m -> m.recovery().nanos());
        meters.gauge(
                "kiban.recovery.records",
                "records",
                "Log records replayed when the store was opened",
                m -> m.recovery().records());
        meters.gauge(
                "kiban.recovery.dropped",
                BYTES,
                "Size of the torn tail of the log that was erased when the store was opened",
                m -> m.recovery().droppedBytes());
    }

    private static void bindSnapshots(EngineMeters meters) {
        meters.gauge(
                "kiban.snapshots.open",
                null,
                "Open snapshots",
                m -> m.snapshots().snapshots());
        meters.gauge(
                "kiban.cursors.open", null, "Open cursors", m -> m.snapshots().cursors());
        meters.durationGauge(
                "kiban.snapshot.oldest.age",
                "Age of the oldest open snapshot or cursor, 0 when there is none",
                m -> m.snapshots().oldestAgeNanos());
        meters.gauge(
                "kiban.pinned.size",
                BYTES,
                "Size of replaced files that open cursors keep from being deleted",
                m -> m.snapshots().pinnedBytes());
    }

    private static void bindDisk(EngineMeters meters) {
        String size = "Size of the store's files by kind; obsolete ones wait for deletion";
        meters.gauge("kiban.disk.size", BYTES, size, m -> m.disk().walBytes(), "kind", "wal");
        meters.gauge("kiban.disk.size", BYTES, size, m -> m.disk().tableBytes(), "kind", "sst");
        meters.gauge("kiban.disk.size", BYTES, size, m -> m.disk().manifestBytes(), "kind", "manifest");
        meters.gauge("kiban.disk.size", BYTES, size, m -> m.disk().obsoleteBytes(), "kind", "obsolete");
        meters.gauge(
                "kiban.disk.free",
                BYTES,
                "Free space of the store's volume",
                m -> m.disk().freeBytes());
        meters.gauge(
                "kiban.disk.total",
                BYTES,
                "Size of the store's volume",
                m -> m.disk().totalBytes());
    }

    private static void bindErrors(EngineMeters meters) {
        String errors = "Failures in the background by kind";
        meters.counter("kiban.errors", "errors", errors, m -> m.errors().corruption(), "kind", "corruption");
        meters.counter("kiban.errors", "errors", errors, m -> m.errors().diskFull(), "kind", "disk_full");
        meters.counter("kiban.errors", "errors", errors, m -> m.errors().io(), "kind", "io");
        meters.counter("kiban.errors", "errors", errors, m -> m.errors().bug(), "kind", "bug");
    }

    private static String version() {
        String version = Kiban.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
