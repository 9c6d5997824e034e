package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.kiban.event.StallBegin;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.StallMetrics;
import dev.kiban.metrics.WriteState;
import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TraceSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers while flushes are held up by a gate before the tables (F21). */
@Timeout(60)
class StallTest {

    private final WatchedFileSystem fs = new WatchedFileSystem();
    private final Gate gate = new Gate();
    private final ConcurrentLinkedQueue<StallBegin> begins = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<StallEnd> ends = new ConcurrentLinkedQueue<>();

    private Kiban open(Duration maxWriteWait) {
        fs.watch(gate);
        KibanOptions options = KibanOptions.builder()
                .memtableSize(64 * 1024)
                .maxSealedMemtables(2)
                .maxWriteWait(maxWriteWait)
                .listener(event -> {
                    if (event instanceof StallBegin begin) {
                        begins.add(begin);
                    } else if (event instanceof StallEnd end) {
                        ends.add(end);
                    }
                })
                .build();
        return Kiban.open(fs, StoreImage.DIRECTORY, options);
    }

    /** Writes until writers are stopped; returns how many writes were accepted. */
    private int fill(Kiban db) {
        int written = 0;
        while (db.metrics().stalls().state() != WriteState.STOPPED) {
            db.put(key(written++), new byte[16 * 1024]);
        }
        return written;
    }

    private static byte[] key(int n) {
        return Contents.bytes("key-" + n);
    }

    @Test
    void writersAreSlowedThenStoppedThenGoOnAndEveryoneIsToldTheSame() throws Exception {
        Kiban db = open(Duration.ofMinutes(1));
        TraceSession trace = db.startTrace(TraceOptions.defaults());
        assertThat(db.metrics().stalls().state()).isEqualTo(WriteState.FREE);
        int written = fill(db);
        assertThat(db.metrics().memtables().sealedCount()).isEqualTo(2);

        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int n = written + i;
            Thread writer = new Thread(() -> {
                Throwable failure = catchThrowable(() -> db.put(key(n), new byte[100]));
                if (failure != null) {
                    failures.add(failure);
                }
            });
            writer.start();
            writers.add(writer);
        }
        until(() -> db.metrics().stalls().waitingWriters() == 3);
        StallMetrics stopped = db.metrics().stalls();
        assertThat(stopped.state()).isEqualTo(WriteState.STOPPED);
        assertThat(stopped.cause()).isEqualTo(StallCause.MEMTABLES);
        assertThat(stopped.delayRate()).isZero();

        for (int i = 0; i < written; i++) {
            assertThat(db.get(key(i))).hasSize(16 * 1024);
        }
        try (Snapshot snapshot = db.snapshot();
                Cursor cursor = db.scan(KeyRange.all(), ReadOptions.at(snapshot))) {
            int seen = 0;
            while (cursor.next()) {
                seen++;
            }
            assertThat(seen).isEqualTo(written);
        }

        gate.open();
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(failures).isEmpty();
        db.flush();
        until(() -> db.metrics().stalls().state() == WriteState.FREE);
        until(() -> ends.size() == episodes(db)); // events come later than the picture
        assertThat(begins).hasSameSizeAs(ends);
        assertThat(db.metrics().stalls().waitingWriters()).isZero();
        assertThat(db.get(key(written + 2))).hasSize(100);

        assertThat(begins).anySatisfy(begin -> {
            assertThat(begin.cause()).isEqualTo(StallCause.MEMTABLES);
            assertThat(begin.kind()).isEqualTo(StallKind.SLOWDOWN);
            assertThat(begin.value()).isEqualTo(1);
            assertThat(begin.limit()).isEqualTo(1);
        });
        assertThat(begins).anySatisfy(begin -> {
            assertThat(begin.kind()).isEqualTo(StallKind.STOP);
            assertThat(begin.value()).isEqualTo(2);
            assertThat(begin.limit()).isEqualTo(2);
        });
        CauseMetrics memtables = db.metrics().stalls().causes().get(StallCause.MEMTABLES.ordinal());
        assertThat(memtables.cause()).isEqualTo(StallCause.MEMTABLES);
        assertThat(memtables.stopBlockedNanos()).isGreaterThan(0);
        assertThat(memtables.stops()).isEqualTo(count(StallKind.STOP)).isGreaterThanOrEqualTo(1);
        assertThat(memtables.slowdowns()).isEqualTo(count(StallKind.SLOWDOWN)).isGreaterThanOrEqualTo(1);
        assertThat(memtables.stopNanos()).isEqualTo(nanos(StallKind.STOP));
        assertThat(memtables.slowdownNanos()).isEqualTo(nanos(StallKind.SLOWDOWN));

        db.close();
        assertTraceTellsTheSame(trace);
    }

    private void assertTraceTellsTheSame(TraceSession trace) throws IOException {
        List<String> told = new ArrayList<>();
        for (String text : trace.lines(0)) {
            if (TraceReader.parse(text) instanceof TraceLine.Event event
                    && event.event().equals("stall")
                    && "end".equals(event.phase())) {
                double millis = ((Number) event.fields().get("ms")).doubleValue();
                told.add(event.fields().get("cause") + " " + event.fields().get("kind") + " "
                        + Math.round(millis * 1000));
            }
        }
        List<String> expected = ends.stream()
                .map(end -> "memtables " + end.kind().name().toLowerCase(java.util.Locale.ROOT) + " "
                        + Math.round(end.nanos() / 1e3))
                .toList();
        assertThat(told).isEqualTo(expected).isNotEmpty();
        long begun = trace.lines(0).stream()
                .filter(line -> line.contains("\"stall\"") && line.contains("\"begin\""))
                .count();
        assertThat(begun).isEqualTo(begins.size());
    }

    private static long episodes(Kiban db) {
        return db.metrics().stalls().causes().stream()
                .mapToLong(cause -> cause.slowdowns() + cause.stops())
                .sum();
    }

    private long count(StallKind kind) {
        return begins.stream().filter(begin -> begin.kind() == kind).count();
    }

    private long nanos(StallKind kind) {
        return ends.stream()
                .filter(end -> end.kind() == kind)
                .mapToLong(StallEnd::nanos)
                .sum();
    }

    @Test
    void afterTheLongestWaitAWriteIsRefusedAndAbsent() {
        Kiban db = open(Duration.ofMillis(20));
        int written = fill(db);
        for (Durability durability : Durability.values()) {
            assertThatThrownBy(() -> db.put(key(written), new byte[1], durability))
                    .isInstanceOf(WriteStalledException.class)
                    .isInstanceOf(RetryableException.class)
                    .hasMessageContaining("not accepted")
                    .hasMessageContaining("MEMTABLES");
        }
        WriteBatch batch = WriteBatch.create().put(key(0), new byte[1]).put(key(written), new byte[1]);
        assertThatThrownBy(() -> db.write(batch)).isInstanceOf(WriteStalledException.class);
        assertThat(db.get(key(written))).isNull();
        assertThat(db.get(key(0))).hasSize(16 * 1024);
        StallMetrics stalls = db.metrics().stalls();
        assertThat(stalls.rejected()).isEqualTo(4);
        assertThat(stalls.causes().get(StallCause.MEMTABLES.ordinal()).stopBlockedNanos())
                .isGreaterThan(4 * 20_000_000L - 1);
        gate.open();
        until(() -> db.metrics().stalls().state() == WriteState.FREE);
        db.put(key(written), new byte[] {7});
        db.close();
        try (Kiban again = Kiban.open(fs, StoreImage.DIRECTORY, KibanOptions.defaults())) {
            assertThat(again.get(key(written))).containsExactly(7);
            assertThat(again.get(key(0))).hasSize(16 * 1024);
            assertThat(again.metrics().operations()).isNotNull();
        }
    }

    @Test
    void closingEndsTheWaitingWritersWithAnIllegalStateException() throws InterruptedException {
        Kiban db = open(Duration.ofMinutes(10));
        int written = fill(db);
        List<Thread> writers = new ArrayList<>();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 3; i++) {
            Thread writer = new Thread(() -> failures.add(catchThrowable(() -> db.put(key(written), new byte[] {1}))));
            writer.start();
            writers.add(writer);
        }
        until(() -> db.metrics().stalls().waitingWriters() == 3);
        AtomicReference<Throwable> closing = new AtomicReference<>();
        Thread closer = new Thread(() -> closing.set(catchThrowable(db::close)));
        closer.start();
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(failures)
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("closed"));
        gate.open();
        closer.join();
        assertThat(closing.get()).isNull();
        try (Kiban again = Kiban.open(fs, StoreImage.DIRECTORY, KibanOptions.defaults())) {
            assertThat(again.get(key(written))).isNull();
            assertThat(again.get(key(written - 1))).hasSize(16 * 1024);
        }
    }

    private static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
