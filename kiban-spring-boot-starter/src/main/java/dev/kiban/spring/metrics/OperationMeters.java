package dev.kiban.spring.metrics;

import static dev.kiban.spring.metrics.EngineMeters.BYTES;

import dev.kiban.metrics.KibanMetrics;
import java.util.function.ToLongFunction;

/** Meters of what callers do, and of where reads find it: operations, block cache, filters. */
final class OperationMeters {

    private OperationMeters() {}

    static void bind(EngineMeters meters) {
        operation(meters, "get", m -> m.operations().gets());
        operation(meters, "put", m -> m.operations().puts());
        operation(meters, "delete", m -> m.operations().deletes());
        operation(meters, "batch", m -> m.operations().batches());
        operation(meters, "scan", m -> m.operations().scans());
        String latency = "Latency of sampled operations, waits included; the count is that of the samples";
        meters.timer(
                "kiban.operation",
                latency,
                m -> m.operations().getLatency().count(),
                m -> m.operations().getLatency().sumNanos(),
                "operation",
                "get");
        meters.timer(
                "kiban.operation",
                latency,
                m -> m.operations().writeLatency().count(),
                m -> m.operations().writeLatency().sumNanos(),
                "operation",
                "write");
        meters.counter(
                "kiban.user.written",
                BYTES,
                "Key and value bytes that callers wrote",
                m -> m.operations().bytesWritten());
        meters.counter(
                "kiban.user.read",
                BYTES,
                "Key and value bytes that were returned to callers",
                m -> m.operations().bytesRead());
        source(meters, "memtable", m -> m.operations().getsFromMemtable());
        source(meters, "l0", m -> m.operations().getsFromL0());
        source(meters, "l1", m -> m.operations().getsFromL1());
        source(meters, "deeper", m -> m.operations().getsFromDeeper());
        source(meters, "none", m -> m.operations().getsAbsent());
        bindCache(meters);
        bindFilters(meters);
    }

    private static void operation(EngineMeters meters, String operation, ToLongFunction<KibanMetrics> count) {
        meters.counter("kiban.operations", "operations", "Operations by kind", count, "operation", operation);
    }

    private static void source(EngineMeters meters, String source, ToLongFunction<KibanMetrics> count) {
        meters.counter("kiban.get.source", null, "Point reads by where they found their key", count, "source", source);
    }

    private static void bindCache(EngineMeters meters) {
        String gets = "Block reads by whether the cache had the block";
        meters.counter("kiban.cache.gets", "gets", gets, m -> m.cache().hits(), "kind", "data", "result", "hit");
        meters.counter("kiban.cache.gets", "gets", gets, m -> m.cache().misses(), "kind", "data", "result", "miss");
        meters.counter(
                "kiban.cache.puts",
                "puts",
                "Blocks taken into the cache",
                m -> m.cache().inserts(),
                "kind",
                "data");
        meters.counter(
                "kiban.cache.evictions",
                "evictions",
                "Blocks pushed out of the cache",
                m -> m.cache().evictions(),
                "kind",
                "data");
        String size = "Memory held by cached blocks, and by the indexes and filters of open tables";
        meters.gauge("kiban.cache.size", BYTES, size, m -> m.cache().size(), "kind", "data");
        meters.gauge("kiban.cache.size", BYTES, size, m -> m.cache().indexBytes(), "kind", "index");
        meters.gauge("kiban.cache.size", BYTES, size, m -> m.cache().filterBytes(), "kind", "filter");
        meters.gauge(
                "kiban.cache.capacity",
                BYTES,
                "Budget of the block cache",
                m -> m.cache().capacity());
    }

    private static void bindFilters(EngineMeters meters) {
        String checks = "Tables asked for a key by the answer of their filter: a negative one spares reading a block";
        meters.counter("kiban.filter.checks", "checks", checks, m -> m.cache().filterNegatives(), "result", "negative");
        meters.counter("kiban.filter.checks", "checks", checks, m -> m.cache().filterPositives(), "result", "positive");
        meters.counter(
                "kiban.filter.false.positives",
                null,
                "Positive answers of filters after which the table did not have the key",
                m -> m.cache().filterFalsePositives());
    }
}
