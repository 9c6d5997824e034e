package dev.kiban.trace;

import dev.kiban.KeyVisibility;
import dev.kiban.KibanListener;
import dev.kiban.OptionValue;
import dev.kiban.event.KibanEvent;
import dev.kiban.event.TableInfo;
import dev.kiban.event.TableSet;
import dev.kiban.event.VersionEdited;
import dev.kiban.internal.stats.LatencyHistogram;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.Latency;
import dev.kiban.metrics.MetricsPictures;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;

/** A store without data: a file set that edits itself at random, and counters. Delivers its events at once. */
final class FakeStore implements TraceSource {

    final TreeMap<Long, TableInfo> tables = new TreeMap<>();
    final LatencyHistogram reads = new LatencyHistogram();
    final LatencyHistogram writes = new LatencyHistogram();
    final LatencyHistogram syncs = new LatencyHistogram();
    final List<KibanListener> listeners = new ArrayList<>();
    KeyVisibility visibility = KeyVisibility.RANK;
    KibanMetrics metrics = MetricsPictures.busy();
    Runnable beforeMetrics = () -> {};
    Runnable beforeTables = () -> {};
    boolean failing;
    boolean losing;

    private final ManualScheduler clock;
    private long version = 10;
    private long number;

    FakeStore(ManualScheduler clock) {
        this.clock = clock;
    }

    TraceSession start(TraceOptions options) throws java.io.IOException {
        return start(options, file -> {
            throw new AssertionError("no file was asked for");
        });
    }

    TraceSession start(TraceOptions options, TraceSession.FileOpener opener) throws java.io.IOException {
        return TraceSession.start(this, options, clock, clock::nanoTime, clock::wallMillis, opener);
    }

    void publish(KibanEvent event) {
        if (!losing) {
            List.copyOf(listeners).forEach(listener -> listener.onEvent(event));
        }
    }

    VersionEdited edit(List<TableInfo> added, List<Long> removed) {
        removed.forEach(tables::remove);
        added.forEach(table -> tables.put(table.number(), table));
        VersionEdited edit = new VersionEdited(clock.wallMillis(), ++version, added, removed);
        publish(edit);
        return edit;
    }

    /** A flush, a move, or a compaction of some tables into others, in one of two keyspaces. */
    void randomEdit(SplittableRandom random) {
        List<TableInfo> all = List.copyOf(tables.values());
        int choice = random.nextInt(10);
        if (all.size() < 3 || choice < 5) {
            edit(List.of(table(random, ++number, 0)), List.of());
        } else if (choice < 7) {
            TableInfo moved = all.get(random.nextInt(all.size()));
            TableInfo deeper = new TableInfo(
                    moved.number(),
                    moved.keyspace(),
                    Math.min(6, moved.level() + 1),
                    moved.size(),
                    moved.minKey(),
                    moved.maxKey(),
                    moved.entries(),
                    moved.tombstones());
            edit(List.of(deeper), List.of(moved.number()));
        } else {
            List<Long> gone = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                gone.add(all.get(random.nextInt(all.size())).number());
            }
            List<TableInfo> made = new ArrayList<>();
            for (int i = 0; i < random.nextInt(4); i++) {
                made.add(table(random, ++number, 1 + random.nextInt(6)));
            }
            edit(made, gone.stream().distinct().toList());
        }
    }

    static TableInfo table(SplittableRandom random, long number, int level) {
        byte[] one = key(random);
        byte[] other = key(random);
        boolean ascending = java.util.Arrays.compareUnsigned(one, other) <= 0;
        return new TableInfo(
                number,
                random.nextInt(5) == 0 ? "sessions" : "default",
                level,
                random.nextLong(1L << 26),
                ascending ? one : other,
                ascending ? other : one,
                random.nextLong(100_000),
                random.nextLong(100));
    }

    static byte[] key(SplittableRandom random) {
        byte[] key = new byte[random.nextInt(14)];
        random.nextBytes(key);
        return key;
    }

    @Override
    public KibanMetrics metrics() {
        beforeMetrics.run();
        if (failing) {
            throw new IllegalStateException("closed");
        }
        return metrics;
    }

    @Override
    public TableSet tables() {
        beforeTables.run();
        return new TableSet(version, List.copyOf(tables.values()));
    }

    @Override
    public void addListener(KibanListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(KibanListener listener) {
        listeners.remove(listener);
    }

    @Override
    public KeyVisibility keyVisibility() {
        return visibility;
    }

    @Override
    public List<OptionValue> options() {
        return List.of(
                new OptionValue("cacheSize", 1024L, OptionValue.Origin.SET),
                new OptionValue("durability", dev.kiban.Durability.PROCESS, OptionValue.Origin.DEFAULT));
    }

    @Override
    public TraceLine.Limits limits() {
        return new TraceLine.Limits(12, 24, 3, 4L << 30, 16L << 30);
    }

    @Override
    public Supplier<Latency> readIntervals() {
        return reads.intervals();
    }

    @Override
    public Supplier<Latency> writeIntervals() {
        return writes.intervals();
    }

    @Override
    public Supplier<Latency> syncIntervals() {
        return syncs.intervals();
    }
}
