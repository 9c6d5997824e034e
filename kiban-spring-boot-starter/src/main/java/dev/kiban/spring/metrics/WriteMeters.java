package dev.kiban.spring.metrics;

import static dev.kiban.spring.metrics.EngineMeters.BYTES;
import static dev.kiban.spring.metrics.EngineMeters.tag;

import dev.kiban.event.StallCause;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.KibanMetrics;
import java.util.NoSuchElementException;

/** Meters of the way in: group commit, write-ahead log, slowed and stopped writers. */
final class WriteMeters {

    private WriteMeters() {}

    static void bind(EngineMeters meters) {
        bindCommit(meters);
        bindLog(meters);
        for (StallCause cause : StallCause.values()) {
            bindCause(meters, cause);
        }
        meters.gauge(
                "kiban.write.waiting",
                null,
                "Writers that wait for maintenance now",
                m -> m.stalls().waitingWriters());
        meters.gauge(
                "kiban.write.state",
                null,
                "Whether writers run free (0), are slowed (1) or stopped (2)",
                m -> m.stalls().state().ordinal());
        meters.gauge(
                "kiban.write.delay.rate",
                null,
                "Bytes per second that writers may write now; 0 when they run free or are stopped",
                m -> m.stalls().delayRate());
        meters.counter(
                "kiban.write.rejected", null, "Writes refused", m -> m.stalls().rejected(), "reason", "max_write_wait");
    }

    private static void bindCommit(EngineMeters meters) {
        meters.counter(
                "kiban.commit.groups",
                "groups",
                "Groups of writes appended to the log",
                m -> m.commit().groups());
        meters.counter(
                "kiban.commit.writes",
                "writes",
                "Writes in those groups",
                m -> m.commit().writes());
        meters.counter(
                "kiban.commit.payload",
                BYTES,
                "Size of the writes in those groups",
                m -> m.commit().payloadBytes());
        meters.timer(
                "kiban.commit.wait",
                "Time that writers waited for the leader of their group, summed over writers",
                m -> m.commit().writes(),
                m -> m.commit().waitNanos());
    }

    private static void bindLog(EngineMeters meters) {
        meters.timer(
                "kiban.wal.sync",
                "Syncs of the write-ahead log",
                m -> m.wal().syncLatency().count(),
                m -> m.wal().syncLatency().sumNanos());
        meters.counter(
                "kiban.wal.written",
                BYTES,
                "Bytes appended to the write-ahead log",
                m -> m.wal().bytesWritten());
        meters.gauge(
                "kiban.wal.size",
                BYTES,
                "Size of the records in live log files",
                m -> m.wal().size());
        meters.gauge("kiban.wal.files", "files", "Live log files", m -> m.wal().files());
        meters.gauge(
                "kiban.wal.buffered",
                BYTES,
                "Accepted writes not yet handed to the operating system",
                m -> m.wal().bufferedBytes());
    }

    private static void bindCause(EngineMeters meters, StallCause cause) {
        String blocked =
                "Time that writers were slowed or stopped, summed over writers; the count is that of the episodes";
        meters.timer(
                "kiban.write.blocked",
                blocked,
                m -> of(m, cause).slowdowns(),
                m -> of(m, cause).slowdownBlockedNanos(),
                "kind",
                "slowdown",
                "cause",
                tag(cause));
        meters.timer(
                "kiban.write.blocked",
                blocked,
                m -> of(m, cause).stops(),
                m -> of(m, cause).stopBlockedNanos(),
                "kind",
                "stop",
                "cause",
                tag(cause));
    }

    private static CauseMetrics of(KibanMetrics metrics, StallCause cause) {
        return metrics.stalls().causes().stream()
                .filter(each -> each.cause() == cause)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no totals for " + cause));
    }
}
