package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.KeyRange;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.read.Entry;
import dev.kiban.internal.read.LevelIterator;
import dev.kiban.internal.read.ListIterator;
import dev.kiban.internal.read.MergingIterator;
import dev.kiban.internal.read.VisibleIterator;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.version.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A store without threads and files: a memtable, levels, snapshots, and compactions that start and end at different moments.
 * Beside it stands a sorted map for now and for each snapshot, which every reading must equal.
 */
final class FakeStore {

    final FakeTables tables = new FakeTables();
    final List<CompactionJob> running = new ArrayList<>();
    private final LevelShape shape;
    private Version version = Version.empty();
    private final List<Entry> memtable = new ArrayList<>();
    private final TreeMap<Long, NavigableMap<byte[], byte[]>> snapshots = new TreeMap<>();
    private final NavigableMap<byte[], byte[]> now = new TreeMap<>(Keys::compare);
    private long sequence;

    FakeStore(LevelShape shape) {
        this.shape = shape;
    }

    Version tree() {
        return version;
    }

    int liveKeys() {
        return now.size();
    }

    int memtableEntries() {
        return memtable.size();
    }

    void put(byte[] key, byte[] value) {
        memtable.add(new Entry(key, ++sequence, EntryKind.PUT, value));
        now.put(key, value);
    }

    void delete(byte[] key) {
        memtable.add(new Entry(key, ++sequence, EntryKind.DELETE, new byte[0]));
        now.remove(key);
    }

    void snapshot() {
        snapshots.put(sequence, new TreeMap<>(now));
    }

    void releaseOne(SplittableRandom random) {
        if (!snapshots.isEmpty()) {
            List<Long> all = new ArrayList<>(snapshots.keySet());
            snapshots.remove(all.get(random.nextInt(all.size())));
        }
    }

    void releaseAll() {
        snapshots.clear();
    }

    void flush() throws IOException {
        if (memtable.isEmpty()) {
            return;
        }

        FlushJob job = new FlushJob(
                List.<EntryIterator>of(new ListIterator(memtable)),
                1,
                memtable.size(),
                !version.isEmpty(),
                tables,
                tables::newNumber,
                live(),
                () -> false);
        version = version.apply(
                job.run().outputs().stream()
                        .map(meta -> new Version.Placed(0, new Table(meta)))
                        .toList(),
                Set.of());
        memtable.clear();
    }

    List<CompactionPlan> runningPlans() {
        return running.stream().map(CompactionJob::plan).toList();
    }

    boolean startPicked() {
        return new CompactionPicker(shape)
                .pick(FakeTables.KEYSPACE, tree(), runningPlans(), live()[0])
                .map(this::start)
                .isPresent();
    }

    CompactionJob start(CompactionPlan plan) {
        CompactionJob job = new CompactionJob(plan, shape, tables, tables, tables::newNumber, live(), () -> false);
        running.add(job);
        return job;
    }

    void end(CompactionJob job) throws IOException {
        running.remove(job);
        CompactionPlan plan = job.plan();
        List<Table> outputs = plan.trivialMove()
                ? plan.upper()
                : job.run().outputs().stream().map(Table::new).toList();
        Set<Long> removed = new HashSet<>(Trees.numbers(plan.inputs()));
        version = version.apply(
                outputs.stream()
                        .map(table -> new Version.Placed(plan.toLevel(), table))
                        .toList(),
                removed);
        if (!plan.trivialMove()) {
            removed.forEach(tables::delete);
        }
    }

    /** Runs what the picker wants until it wants nothing. */
    void settle(String description) throws IOException {
        for (int jobs = 0; startPicked(); jobs++) {
            assertThat(jobs).as(description + ": the picker never ends").isLessThan(10_000);
            end(running.get(0));
        }
    }

    void check(String description) throws IOException {
        assertThat(version.checkLevels()).as(description).isEmpty();
        assertThat(read(sequence)).as(description).isEqualTo(show(now));
        for (Long at : snapshots.keySet()) {
            assertThat(read(at)).as(description + ", at " + at).isEqualTo(show(snapshots.get(at)));
        }
    }

    private long[] live() {
        List<Long> live = new ArrayList<>(snapshots.keySet());
        live.add(sequence);
        return live.stream().mapToLong(Long::longValue).toArray();
    }

    private List<String> read(long at) throws IOException {
        List<EntryIterator> sources = new ArrayList<>();
        sources.add(new ListIterator(memtable));
        for (Table table : version.tables(0)) {
            sources.add(tables.open(table));
        }
        for (int level = 1; level < Version.LEVELS; level++) {
            sources.add(new LevelIterator(version.tables(level), tables));
        }
        List<String> shown = new ArrayList<>();
        try (VisibleIterator visible = new VisibleIterator(MergingIterator.of(sources), KeyRange.all(), at)) {
            while (visible.next()) {
                byte[] key = Arrays.copyOf(visible.key(), visible.keyLength());
                int offset = visible.valueOffset();
                byte[] value = Arrays.copyOfRange(visible.value(), offset, offset + visible.valueLength());
                shown.add(Entry.text(key) + "=" + Entry.text(value));
            }
        }
        return shown;
    }

    private static List<String> show(NavigableMap<byte[], byte[]> map) {
        List<String> shown = new ArrayList<>();
        map.forEach((key, value) -> shown.add(Entry.text(key) + "=" + Entry.text(value)));
        return shown;
    }
}
