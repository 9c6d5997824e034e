package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.read.Entry;
import dev.kiban.internal.read.ListIterator;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class FlushJobTest {

    private final FakeTables tables = new FakeTables();
    private final ListIterator older =
            ListIterator.of(Entry.put("a", 1, "a1"), Entry.put("a", 2, "a2"), Entry.put("b", 3, ""));
    private final ListIterator newer = ListIterator.of(Entry.delete("a", 4), Entry.put("c", 5, "c5"));

    @Test
    void memtablesBecomeOneTableWithoutWhatNobodySees() throws IOException {
        JobResult result = flush(true, 5);
        assertThat(result.outputs()).hasSize(1);
        assertThat(tables.read(result.outputs().get(0))).containsExactly("a@4 deleted", "b@3=", "c@5=c5");
        assertThat(result.dropped()).isEqualTo(2);
        assertThat(result.entriesRead()).isEqualTo(5);
        assertThat(result.bytesRead()).isZero();
        assertThat(tables.unsynced).isEmpty();
        assertThat(older.isClosed()).isTrue();
        assertThat(newer.isClosed()).isTrue();
    }

    @Test
    void theFirstTableOfAKeyspaceNeedsNoTombstones() throws IOException {
        assertThat(tables.read(flush(false, 5).outputs().get(0))).containsExactly("b@3=", "c@5=c5");
    }

    @Test
    void snapshotsKeepTheirVersions() throws IOException {
        assertThat(tables.read(flush(false, 1, 3, 5).outputs().get(0)))
                .containsExactly("a@4 deleted", "a@2=a2", "a@1=a1", "b@3=", "c@5=c5");
    }

    @Test
    void aFailureLeavesNothingBehind() throws IOException {
        tables.failAfter = 2;
        assertThatThrownBy(() -> flush(true, 5)).isInstanceOf(IOException.class);
        assertThat(tables.files).isEmpty();
        assertThat(older.isClosed()).isTrue();
    }

    @Test
    void aCancelledFlushLeavesNothingBehind() {
        FlushJob job = new FlushJob(
                List.<EntryIterator>of(newer, older),
                100,
                5,
                true,
                tables,
                tables::newNumber,
                new long[] {5},
                () -> true);
        assertThatThrownBy(job::run).isInstanceOf(CancellationException.class);
        assertThat(tables.files).isEmpty();
    }

    private JobResult flush(boolean tablesBelow, long... live) throws IOException {
        return new FlushJob(
                        List.<EntryIterator>of(newer, older),
                        100,
                        5,
                        tablesBelow,
                        tables,
                        tables::newNumber,
                        live,
                        () -> false)
                .run();
    }
}
