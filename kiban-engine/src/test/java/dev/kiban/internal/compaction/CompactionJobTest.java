package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.read.Entry;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class CompactionJobTest {

    private static final LevelShape SHAPE = new LevelShape(4, 10_000, 10, 1_000);

    private final FakeTables tables = new FakeTables();

    @Test
    void inputsAreMergedAndWhatNobodySeesIsDropped() throws IOException {
        Table old = tables.input(Entry.put("a", 1, "a1"), Entry.put("b", 2, "b2"), Entry.put("c", 3, "c3"));
        Table middle = tables.input(Entry.put("a", 4, "a4"), Entry.delete("c", 5));
        Table recent = tables.input(Entry.put("a", 6, "a6"), Entry.put("d", 7, "d7"));
        CompactionPlan plan = plan(0, List.of(recent, middle), List.of(old), List.of());
        CompactionJob job = job(plan, 4, 7);
        JobResult result = job.run();
        assertThat(result.outputs()).hasSize(1);
        TableMeta output = result.outputs().get(0);
        assertThat(tables.read(output))
                .containsExactly("a@6=a6", "a@4=a4", "b@2=b2", "c@5 deleted", "c@3=c3", "d@7=d7");
        assertThat(result.entriesRead()).isEqualTo(7);
        assertThat(result.dropped()).isEqualTo(1);
        assertThat(result.bytesRead()).isEqualTo(plan.inputBytes());
        assertThat(result.bytesWritten()).isEqualTo(output.size());
        assertThat(job.progress().doneBytes())
                .isEqualTo(job.progress().totalBytes())
                .isEqualTo(result.bytesRead());
        assertThat(tables.unsynced).isEmpty();
        assertThat(tables.openIterators).isZero();
        assertThat(tables.files).hasSize(4);
    }

    @Test
    void tombstonesStayWhereDeeperTablesMayHoldTheKey() throws IOException {
        Table upper = tables.input(Entry.delete("a", 5), Entry.delete("f", 6), Entry.delete("p", 7));
        Table deep = tables.input(Entry.put("e", 1, ""), Entry.put("g", 2, ""));
        Table deepest = tables.input(Entry.put("p", 3, ""));
        CompactionPlan plan = plan(1, List.of(upper), List.of(), List.of(List.of(deep), List.of(deepest)));
        JobResult result = job(plan, 9).run();
        assertThat(tables.read(result.outputs().get(0))).containsExactly("f@6 deleted", "p@7 deleted");
    }

    @Test
    void whenEverythingIsDroppedThereIsNoOutput() throws IOException {
        Table upper = tables.input(Entry.delete("a", 5));
        Table lower = tables.input(Entry.put("a", 1, ""));
        JobResult result =
                job(plan(1, List.of(upper), List.of(lower), List.of()), 9).run();
        assertThat(result.outputs()).isEmpty();
        assertThat(result.dropped()).isEqualTo(2);
        assertThat(tables.files).hasSize(2);
    }

    @Test
    void outputsAreCutBySizeButNeverBetweenVersionsOfAKey() throws IOException {
        List<Entry> entries = new ArrayList<>();
        long[] live = new long[300];
        for (int i = 0; i < 300; i++) {
            String key = i < 100 ? "key" + (1_000 + i) : i < 250 ? "many" : "z" + (1_000 + i);
            entries.add(Entry.put(key, i < 250 ? 250 - i : i + 1, "0123456789"));
            live[i] = i + 1;
        }
        Table input = tables.input(entries.toArray(new Entry[0]));
        JobResult result =
                job(plan(1, List.of(input), List.of(), List.of()), live).run();
        List<TableMeta> outputs = result.outputs();
        assertThat(outputs).hasSizeGreaterThan(3);
        assertThat(outputs.stream().mapToLong(TableMeta::entries).sum()).isEqualTo(300);
        for (int i = 1; i < outputs.size(); i++) {
            assertThat(FakeTables.overlap(outputs.get(i - 1), outputs.get(i))).isFalse();
        }
        assertThat(outputs.stream().filter(output -> output.entries() < 150))
                .allSatisfy(output -> assertThat(output.size()).isLessThan(1_100));
    }

    @Test
    void outputsAreCutWhereTheyWouldOverlapTooManyGrandparents() throws IOException {
        List<Table> grandparents = new ArrayList<>();
        for (char c = 'b'; c <= 'k'; c++) {
            String key = String.valueOf(c);
            grandparents.add(
                    new Table(new TableMeta(100 + c, 1, 4_000, Entry.bytes(key), Entry.bytes(key + "5"), 1, 1, 1, 0)));
        }
        Table input = tables.input(
                Entry.put("a", 1, ""),
                Entry.put("b9", 2, ""),
                Entry.put("c9", 3, ""),
                Entry.put("d9", 4, ""),
                Entry.put("e9", 5, ""),
                Entry.put("k9", 6, ""));
        JobResult result = job(plan(1, List.of(input), List.of(), List.of(grandparents)), 9)
                .run();
        assertThat(result.outputs().stream().map(output -> Entry.text(output.minKey())))
                .containsExactly("a", "d9", "k9");
    }

    @Test
    void aFailureAnywhereLeavesNoOutputAndNothingOpen() throws IOException {
        Table upper = tables.input(many("a", 10, 200));
        Table lower = tables.input(many("b", 300, 200));
        CompactionPlan plan = plan(0, List.of(upper), List.of(lower), List.of());
        int failures = 0;
        for (int calls = 0; ; calls++) {
            tables.failAfter = calls;
            try {
                job(plan, 1_000).run();
                break;
            } catch (IOException e) {
                failures++;
                assertThat(e).hasMessage("the disk is on fire");
                assertThat(tables.files)
                        .containsOnlyKeys(upper.meta().number(), lower.meta().number());
                assertThat(tables.openIterators).isZero();
                assertThat(tables.openWriters).isZero();
            }
        }
        assertThat(failures).isGreaterThan(400);
    }

    @Test
    void cancellingDeletesTheOutputs() throws IOException {
        Table input = tables.input(many("a", 1, 20_000));
        AtomicInteger asked = new AtomicInteger();
        CompactionPlan plan = plan(1, List.of(input), List.of(), List.of());
        CompactionJob job = job(plan, () -> asked.incrementAndGet() == 5, 1_000_000);
        assertThatThrownBy(job::run).isInstanceOf(CancellationException.class);
        assertThat(tables.files).hasSize(1);
        assertThat(tables.openIterators).isZero();
        assertThat(tables.openWriters).isZero();
        assertThat(job.progress().doneBytes()).isBetween(1L, job.progress().totalBytes() - 1);
    }

    @Test
    void inputsThatHoldFewerEntriesThanPromisedAreNotDroppedInSilence() throws IOException {
        Table input = tables.input(Entry.put("a", 1, ""), Entry.put("b", 2, ""));
        tables.files.get(input.meta().number()).remove(1);
        CompactionJob job = job(plan(1, List.of(input), List.of(), List.of()), 9);
        assertThatThrownBy(job::run).isInstanceOf(IOException.class).hasMessageContaining("1 entries");
        assertThat(tables.files).hasSize(1);
    }

    private static Entry[] many(String prefix, long firstSequence, int count) {
        Entry[] entries = new Entry[count];
        for (int i = 0; i < count; i++) {
            entries[i] = Entry.put(prefix + (100_000 + i), firstSequence + i, "0123456789");
        }
        return entries;
    }

    private static CompactionPlan plan(int from, List<Table> upper, List<Table> lower, List<List<Table>> deeper) {
        return new CompactionPlan(1, from, from + 1, upper, lower, deeper, false, "test");
    }

    private CompactionJob job(CompactionPlan plan, long... live) {
        return job(plan, () -> false, live);
    }

    private CompactionJob job(CompactionPlan plan, BooleanSupplier cancelled, long... live) {
        return new CompactionJob(plan, SHAPE, tables, tables, tables::newNumber, live, cancelled);
    }
}
