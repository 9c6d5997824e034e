package dev.kiban.trace;

import dev.kiban.metrics.Latency;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A line of a kiban-trace v1. The records' names are ours; the names on the line, and what each field means, are in
 * {@code docs/format/trace.md}.
 *
 * <p>Maps hold strings, longs, doubles, booleans, lists and maps. All records are immutable as long as nobody changes the
 * collections that were passed in.
 */
public sealed interface TraceLine {

    /** The sequence of the line: from 1, ascending; -1 where an unknown line has none. */
    long q();

    /**
     * What is traced. Always the first line.
     *
     * @param q 1
     * @param version of the format, 1
     * @param id of this recording, unlike any other's
     * @param title for people, may be absent
     * @param engine the store
     * @param workload what is done to it: name, keys, keyBytes, valueBytes, threads, seed, durability, as far as known
     * @param host where: cpus, memBytes, disk, os, jvm, as far as known
     * @param t0 milliseconds since 1970, UTC, at which every {@code t} is 0
     * @param sampleMillis milliseconds between samples
     * @param levels levels of the tree
     * @param limits at which writers are slowed or stopped
     */
    record Head(
            long q,
            int version,
            String id,
            @Nullable String title,
            EngineInfo engine,
            Map<String, Object> workload,
            Map<String, Object> host,
            long t0,
            long sampleMillis,
            int levels,
            Limits limits)
            implements TraceLine {}

    /**
     * The store that is traced.
     *
     * @param name its name in meters
     * @param version of the software, where known
     * @param commit of the software, where known
     * @param options in effect
     */
    record EngineInfo(
            String name, @Nullable String version, @Nullable String commit, Map<String, Object> options) {}

    /**
     * Where writers are slowed and stopped; 0 where there is no such limit.
     *
     * @param l0Slow files in L0 that slow writers
     * @param l0Stop files in L0 that stop them
     * @param memtables sealed memtables that stop them
     * @param pendSoft bytes waiting for compaction that slow them
     * @param pendHard bytes waiting for compaction that stop them
     */
    record Limits(long l0Slow, long l0Stop, long memtables, long pendSoft, long pendHard) {}

    /**
     * The counters and gauges of one second. Counters are cumulative, so that a lost sample costs nothing.
     *
     * @param q sequence
     * @param t monotonic milliseconds since the head's {@code t0}
     * @param ops operations: reads, single writes, batches
     * @param reads of them, gets and scans
     * @param bytesIn user bytes written
     * @param bytesOut user bytes read
     * @param levels each level
     * @param queued bytes above target, all levels
     * @param queuedByLevel the same by level
     * @param delayRate bytes a second that slowed writers share; 0 when free or stopped
     * @param stopped whether writers are stopped
     * @param stall cause of the slowing or stopping, null when writers run free
     * @param blocked writers that wait now
     * @param blockedMillis time that writers were held, summed over writers
     * @param memtables memtables
     * @param wal log
     * @param read latency of reads in the interval
     * @param write latency of writes in the interval
     * @param engine engine id: tells replicas apart
     * @param start when the process started, milliseconds since 1970: tells restarts apart
     * @param state of the store: {@code open}, {@code read_only}, {@code failed} or {@code closed}; null in a trace that does not tell
     * @param flushBytes table bytes written by flushes
     * @param compactReadBytes bytes read by compactions
     * @param compactBytes bytes written by compactions
     * @param heap heap in use in bytes
     * @param gcMillis time in garbage collection, where known
     * @param cpuMillis processor time of the process, where known
     * @param rss resident bytes of the process, where known
     */
    record Sample(
            long q,
            long t,
            long ops,
            long reads,
            long bytesIn,
            long bytesOut,
            List<Level> levels,
            long queued,
            List<Long> queuedByLevel,
            long delayRate,
            boolean stopped,
            @Nullable String stall,
            long blocked,
            long blockedMillis,
            Memtables memtables,
            Wal wal,
            Latency read,
            Latency write,
            String engine,
            long start,
            @Nullable String state,
            long flushBytes,
            long compactReadBytes,
            long compactBytes,
            long heap,
            @Nullable Long gcMillis,
            @Nullable Long cpuMillis,
            @Nullable Long rss)
            implements TraceLine {}

    /**
     * A level in a sample.
     *
     * @param files table files
     * @param bytes their bytes
     * @param score how full; above 1 it wants compaction
     * @param target bytes it should hold, null where it is not judged by bytes
     */
    record Level(
            long files, long bytes, double score, @Nullable Long target) {}

    /**
     * Memtables in a sample.
     *
     * @param activeBytes of the one that takes writes
     * @param sealedBytes of those that wait for their flush
     * @param sealed how many wait
     */
    record Memtables(long activeBytes, long sealedBytes, long sealed) {}

    /**
     * The log in a sample.
     *
     * @param files live log files
     * @param bytes in them
     * @param written bytes appended, cumulative
     * @param syncs cumulative
     */
    record Wal(long files, long bytes, long written, long syncs) {}

    /**
     * A table file. What is shown of its key bounds follows {@link dev.kiban.KeyVisibility}: null, a {@code Long} rank, or a
     * {@code String} of hexadecimal digits.
     *
     * @param file number
     * @param level of the tree
     * @param run tables of one level with equal runs do not overlap
     * @param bytes size
     * @param lo first key
     * @param hi last key
     * @param entries tombstones included
     * @param tombstones deletes
     * @param keyspace name; keys compare only within one
     */
    record Table(
            long file,
            int level,
            long run,
            long bytes,
            @Nullable Object lo,
            @Nullable Object hi,
            long entries,
            long tombstones,
            String keyspace) {}

    /**
     * A change of the file set: removals first, then additions. A large change is several lines of one version.
     *
     * @param q sequence
     * @param t monotonic milliseconds since {@code t0}
     * @param version number of the file set after the change
     * @param added tables that joined
     * @param removed numbers of those that left
     */
    record Edit(long q, long t, long version, List<Table> added, List<Long> removed) implements TraceLine {}

    /**
     * The full file set.
     *
     * @param q sequence
     * @param t monotonic milliseconds since {@code t0}
     * @param version number of the file set
     * @param tables all tables, or a part of them
     * @param continued whether these tables join those of the snap before: a large set is several lines
     */
    record Snap(long q, long t, long version, List<Table> tables, boolean continued) implements TraceLine {}

    /**
     * Something that happened in the background.
     *
     * @param q sequence
     * @param t monotonic milliseconds since {@code t0}
     * @param event {@code flush}, {@code compaction}, {@code stall}, {@code walSync}, {@code error}, or one unknown to us
     * @param phase {@code begin} or {@code end}, null where it has no duration
     * @param fields the rest, by name
     */
    record Event(long q, long t, String event, @Nullable String phase, Map<String, Object> fields)
            implements TraceLine {}

    /**
     * A measured point of a benchmark that doubles its writers.
     *
     * @param q sequence
     * @param fields writers, mode, rep, opsPerSec, syncs
     */
    record Measure(long q, Map<String, Object> fields) implements TraceLine {}

    /**
     * A named moment.
     *
     * @param q sequence
     * @param t monotonic milliseconds since {@code t0}
     * @param name for people
     */
    record Mark(long q, long t, String name) implements TraceLine {}

    /**
     * The last line of a recording that was closed.
     *
     * @param q sequence
     * @param t monotonic milliseconds since {@code t0}
     * @param status {@code ok}, or the state the store was in
     * @param totals cumulative counters at the end
     * @param lines lines before this one, the head included
     * @param crc32c checksum of those lines as eight hexadecimal digits
     */
    record End(long q, long t, String status, Map<String, Object> totals, long lines, String crc32c)
            implements TraceLine {}

    /**
     * A line of a kind that this reader does not know.
     *
     * @param q sequence, -1 where the line has none
     * @param kind what it calls itself
     * @param fields everything on it
     */
    record Unknown(long q, String kind, Map<String, Object> fields) implements TraceLine {}
}
