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
import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A store without threads and files: a memtable, levels, snapshots, and compactions that start and end at different moments.
 * Beside it stands a sorted map for now and for each snapshot, which every reading must equal.
 */
final class FakeStore {

    private static final Comparator<TableMeta> BY_KEY = Comparator.comparing(TableMeta::minKey, Keys::compare);

    final FakeTables tables = new FakeTables();
    final List<CompactionJob> running = new ArrayList<>();
    private final LevelShape shape;
    private final List<List<TableMeta>> levels = new ArrayList<>();
    private final List<Entry> memtable = new ArrayList<>();
    private final TreeMap<Long, NavigableMap<byte[], byte[]>> snapshots = new TreeMap<>();
    private final NavigableMap<byte[], byte[]> now = new TreeMap<>(Keys::compare);
    private long sequence;

    FakeStore(LevelShape shape) {
        this.shape = shape;
        for (int level = 0; level < LevelShape.LEVELS; level++) {
            levels.add(new ArrayList<>());
        }
    }

    KeyspaceLevels tree() {
        return new KeyspaceLevels(FakeTables.KEYSPACE, levels);
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
        boolean tablesBelow = levels.stream().anyMatch(level -> !level.isEmpty());
        FlushJob job = new FlushJob(
                List.<EntryIterator>of(new ListIterator(memtable)),
                1,
                memtable.size(),
                tablesBelow,
                tables,
                tables::newNumber,
                live(),
                () -> false);
        levels.get(0).addAll(0, job.run().outputs());
        memtable.clear();
    }

    List<CompactionPlan> runningPlans() {
        return running.stream().map(CompactionJob::plan).toList();
    }

    boolean startPicked() {
        return new CompactionPicker(shape)
                .pick(tree(), runningPlans(), live()[0])
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
        List<TableMeta> outputs = plan.trivialMove() ? plan.upper() : job.run().outputs();
        assertThat(levels.get(plan.fromLevel())).containsAll(plan.upper());
        assertThat(levels.get(plan.toLevel())).containsAll(plan.lower());
        levels.get(plan.fromLevel()).removeAll(plan.upper());
        levels.get(plan.toLevel()).removeAll(plan.lower());
        levels.get(plan.toLevel()).addAll(outputs);
        levels.get(plan.toLevel()).sort(BY_KEY);
        if (!plan.trivialMove()) {
            plan.inputs().forEach(table -> tables.delete(table.number()));
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
        for (int level = 1; level < LevelShape.LEVELS; level++) {
            List<TableMeta> tablesOfLevel = levels.get(level);
            for (int i = 1; i < tablesOfLevel.size(); i++) {
                assertThat(FakeTables.overlap(tablesOfLevel.get(i - 1), tablesOfLevel.get(i)))
                        .as(description + ", overlap in level " + level)
                        .isFalse();
            }
        }
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
        for (TableMeta table : levels.get(0)) {
            sources.add(tables.open(table));
        }
        for (int level = 1; level < LevelShape.LEVELS; level++) {
            sources.add(new LevelIterator(levels.get(level), tables));
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
