package dev.kiban.metrics;

import java.util.List;
import java.util.Locale;

/**
 * A {@link KibanMetrics} as plain text in columns, for logs and terminals: levels as rows, then what stands beside the tree. Sizes
 * are in powers of 1024. Stateless.
 */
public final class MetricsTable {

    private static final String[] SIZES = {"B", "K", "M", "G", "T", "P", "E"};

    private MetricsTable() {}

    /** Several lines, each ended by a line feed, at most 100 characters wide unless a name or an error is longer. */
    public static String render(KibanMetrics metrics) {
        StringBuilder out = new StringBuilder();
        header(out, metrics);
        levels(out, metrics);
        line(out, "");
        parts(out, metrics);
        stalls(out, metrics.stalls());
        latencies(out, metrics);
        return out.toString();
    }

    private static void header(StringBuilder out, KibanMetrics m) {
        long openSeconds = Math.max(0, (m.timeMillis() - m.openedAtMillis()) / 1000);
        line(
                out,
                "%s  %s  durability %s  open %s  sequence %d, durable %d",
                m.name(),
                lower(m.state()),
                lower(m.durability()),
                seconds(openSeconds),
                m.visibleSequence(),
                m.durableSequence());
        line(out, "");
    }

    private static void levels(StringBuilder out, KibanMetrics m) {
        line(
                out,
                "level | %7s %8s %8s %6s | %9s %9s | %8s %8s %8s",
                "files",
                "size",
                "target",
                "score",
                "entries",
                "deletes",
                "queued",
                "read",
                "written");
        String rule = "------+---------------------------------+---------------------+--------------------------";
        line(out, rule);
        long files = 0;
        long size = 0;
        long entries = 0;
        long tombstones = 0;
        long queued = 0;
        long read = 0;
        long written = 0;
        for (LevelMetrics level : m.levels()) {
            row(
                    out,
                    "   L" + level.level(),
                    level.files(),
                    level.size(),
                    level.target() > 0 ? size(level.target()) : "-",
                    String.format(Locale.ROOT, "%.2f", level.score()),
                    level.entries(),
                    level.tombstones(),
                    level.queuedBytes(),
                    level.bytesRead(),
                    level.bytesWritten());
            files += level.files();
            size += level.size();
            entries += level.entries();
            tombstones += level.tombstones();
            queued += level.queuedBytes();
            read += level.bytesRead();
            written += level.bytesWritten();
        }
        line(out, rule);
        row(out, "total", files, size, "", "", entries, tombstones, queued, read, written);
    }

    private static void row(
            StringBuilder out,
            String name,
            long files,
            long size,
            String target,
            String score,
            long entries,
            long tombstones,
            long queued,
            long read,
            long written) {
        line(
                out,
                "%5s | %7d %8s %8s %6s | %9s %9s | %8s %8s %8s",
                name,
                files,
                size(size),
                target,
                score,
                count(entries),
                count(tombstones),
                size(queued),
                size(read),
                size(written));
    }

    private static void parts(StringBuilder out, KibanMetrics m) {
        OperationMetrics o = m.operations();
        part(
                out,
                "operations",
                "%s gets, %s scans, %s puts, %s deletes, %s batches; %s in, %s out",
                count(o.gets()),
                count(o.scans()),
                count(o.puts()),
                count(o.deletes()),
                count(o.batches()),
                size(o.bytesWritten()),
                size(o.bytesRead()));
        part(
                out,
                "gets from",
                "memtable %s, L0 %s, L1 %s, deeper %s, absent %s",
                count(o.getsFromMemtable()),
                count(o.getsFromL0()),
                count(o.getsFromL1()),
                count(o.getsFromDeeper()),
                count(o.getsAbsent()));
        part(
                out,
                "commit",
                "%s groups of %s writes, %s; waited %s",
                count(m.commit().groups()),
                count(m.commit().writes()),
                size(m.commit().payloadBytes()),
                nanos(m.commit().waitNanos()));
        part(
                out,
                "memtables",
                "active %s of %s, %d sealed with %s, writers stop at %d",
                size(m.memtables().activeBytes()),
                size(m.memtables().sizeLimit()),
                m.memtables().sealedCount(),
                size(m.memtables().sealedBytes()),
                m.memtables().stopLimit());
        part(
                out,
                "WAL",
                "%d files, %s live, %s written, %s syncs, %s buffered",
                m.wal().files(),
                size(m.wal().size()),
                size(m.wal().bytesWritten()),
                count(m.wal().syncs()),
                size(m.wal().bufferedBytes()));
        part(
                out,
                "flushes",
                "%s done, %s written in %s, %d failed",
                count(m.flushes().completed()),
                size(m.flushes().bytesWritten()),
                nanos(m.flushes().nanos()),
                m.flushes().failures());
        CompactionMetrics c = m.compactions();
        part(
                out,
                "compactions",
                "%s done (%s moves), %s read, %s written in %s, %s entries dropped",
                count(c.completed()),
                count(c.moves()),
                size(c.bytesRead()),
                size(c.bytesWritten()),
                nanos(c.nanos()),
                count(c.dropped()));
        part(out, "", "%d running, %s pending, %d failed", c.running(), size(c.pendingBytes()), c.failures());
        CacheMetrics k = m.cache();
        part(
                out,
                "cache",
                "%s of %s, %s hits, %s misses (%s), %s evictions",
                size(k.size()),
                size(k.capacity()),
                count(k.hits()),
                count(k.misses()),
                percent(k.hits(), k.hits() + k.misses()),
                count(k.evictions()));
        part(
                out,
                "filters",
                "%s negative, %s positive, of them %s false; index %s, filter %s on the heap",
                count(k.filterNegatives()),
                count(k.filterPositives()),
                count(k.filterFalsePositives()),
                size(k.indexBytes()),
                size(k.filterBytes()));
        part(
                out,
                "snapshots",
                "%d and %d cursors, oldest %s, %s pinned",
                m.snapshots().snapshots(),
                m.snapshots().cursors(),
                nanos(m.snapshots().oldestAgeNanos()),
                size(m.snapshots().pinnedBytes()));
        part(
                out,
                "disk",
                "WAL %s, tables %s, MANIFEST %s, obsolete %s; %s of %s free",
                size(m.disk().walBytes()),
                size(m.disk().tableBytes()),
                size(m.disk().manifestBytes()),
                size(m.disk().obsoleteBytes()),
                size(m.disk().freeBytes()),
                size(m.disk().totalBytes()));
        part(
                out,
                "amplification",
                "write %s, space %s, read %d",
                ratio(m.amplification().write()),
                ratio(m.amplification().space()),
                m.amplification().read());
        part(
                out,
                "recovery",
                "%s, %s records, %s replayed, %s of a torn tail erased",
                nanos(m.recovery().nanos()),
                count(m.recovery().records()),
                size(m.recovery().bytes()),
                size(m.recovery().droppedBytes()));
        ErrorMetrics e = m.errors();
        part(
                out,
                "errors",
                "%d corruption, %d disk full, %d I/O, %d bug%s",
                e.corruption(),
                e.diskFull(),
                e.io(),
                e.bug(),
                e.last() == null ? "" : "; last: " + e.last());
    }

    private static void stalls(StringBuilder out, StallMetrics s) {
        part(
                out,
                "writers",
                "%s%s, %d waiting, delay rate %s, %s rejected",
                lower(s.state()),
                s.cause() == null ? "" : " by " + lower(s.cause()),
                s.waitingWriters(),
                s.delayRate() > 0 ? size(s.delayRate()) + "/s" : "none",
                count(s.rejected()));
        line(out, "");
        line(
                out,
                "%-13s | %9s %9s %9s | %9s %9s %9s",
                "stall",
                "slowed",
                "for",
                "blocked",
                "stopped",
                "for",
                "blocked");
        line(out, "--------------+-------------------------------+------------------------------");
        for (CauseMetrics cause : s.causes()) {
            line(
                    out,
                    "%-13s | %9s %9s %9s | %9s %9s %9s",
                    lower(cause.cause()),
                    count(cause.slowdowns()),
                    nanos(cause.slowdownNanos()),
                    nanos(cause.slowdownBlockedNanos()),
                    count(cause.stops()),
                    nanos(cause.stopNanos()),
                    nanos(cause.stopBlockedNanos()));
        }
    }

    private static void latencies(StringBuilder out, KibanMetrics m) {
        line(out, "");
        line(out, "%-13s | %9s %9s %9s %9s %9s %9s", "latency", "samples", "mean", "p50", "p99", "p99.9", "max");
        line(out, "--------------+------------------------------------------------------------");
        record Named(String name, Latency latency) {}
        for (Named named : List.of(
                new Named("get", m.operations().getLatency()),
                new Named("write", m.operations().writeLatency()),
                new Named("WAL sync", m.wal().syncLatency()))) {
            Latency l = named.latency();
            line(
                    out,
                    "%-13s | %9s %9s %9s %9s %9s %9s",
                    named.name(),
                    count(l.count()),
                    nanos(l.count() == 0 ? 0 : l.sumNanos() / l.count()),
                    nanos(l.p50Nanos()),
                    nanos(l.p99Nanos()),
                    nanos(l.p999Nanos()),
                    nanos(l.maxNanos()));
        }
    }

    private static void part(StringBuilder out, String name, String format, Object... values) {
        out.append(String.format(Locale.ROOT, "%-13s ", name));
        line(out, format, values);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Bytes in powers of 1024, with one decimal below ten. */
    static String size(long bytes) {
        if (bytes == Long.MAX_VALUE) {
            return "unlimited";
        }
        double value = bytes;
        int unit = 0;
        while (value >= 1023.5 && unit < SIZES.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit > 0 && value < 9.95 ? "%.1f%s" : "%.0f%s", value, SIZES[unit]);
    }

    /** A count: exact up to 99,999, then in thousands, millions or billions. */
    static String count(long count) {
        if (count < 100_000) {
            return Long.toString(count);
        }
        if (count < 99_950_000) {
            return String.format(Locale.ROOT, count < 999_950 ? "%.0fk" : "%.1fM", scaled(count));
        }
        return count < 999_500_000L
                ? String.format(Locale.ROOT, "%.0fM", count / 1e6)
                : String.format(Locale.ROOT, "%.1fG", count / 1e9);
    }

    private static double scaled(long count) {
        return count < 999_950 ? count / 1e3 : count / 1e6;
    }

    /** A duration in the unit that suits it. */
    static String nanos(long nanos) {
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        if (nanos < 999_500) {
            return decimal(nanos / 1e3) + "us";
        }
        if (nanos < 999_500_000) {
            return decimal(nanos / 1e6) + "ms";
        }
        return nanos < 100_000_000_000L ? decimal(nanos / 1e9) + "s" : seconds(nanos / 1_000_000_000);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%.0f", value);
    }

    private static String seconds(long seconds) {
        if (seconds < 100) {
            return seconds + "s";
        }
        if (seconds < 6_000) {
            return seconds / 60 + "m" + seconds % 60 + "s";
        }
        return seconds / 3600 + "h" + seconds % 3600 / 60 + "m";
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
    }
}
