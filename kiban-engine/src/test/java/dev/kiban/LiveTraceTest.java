package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.trace.LiveTrace;
import dev.kiban.trace.TraceLine.Edit;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Snap;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceReader;
import dev.kiban.trace.TraceSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The trace that a store keeps for all who look. */
@Timeout(60)
class LiveTraceTest {

    @Test
    void whoAsksLateSeesThePast() throws IOException {
        Kiban db = Kiban.openInMemory(KibanOptions.defaults());
        LiveTrace early = db.liveTrace();
        db.put(new byte[] {1}, new byte[] {2});
        db.flush();
        LiveTrace late = db.liveTrace();
        assertThat(late).isSameAs(early);
        db.close();
        assertThat(TraceReader.parse(late.lines(0).get(0))).isInstanceOf(Head.class);
        assertThat(((Snap) TraceReader.parse(late.lines(0).get(1))).tables()).isEmpty();
        int tables = 0;
        for (String line : late.lines(2)) {
            tables +=
                    TraceReader.parse(line) instanceof Edit edit ? edit.added().size() : 0;
        }
        assertThat(tables).isEqualTo(1);
    }

    @Test
    void itEndsWithTheStoreAndStaysReadable() throws IOException {
        Kiban db = Kiban.openInMemory(KibanOptions.defaults());
        LiveTrace trace = db.liveTrace();
        assertThat(trace.isClosed()).isFalse();
        db.put(new byte[] {1}, new byte[] {2});
        db.close();
        assertThat(trace.isClosed()).isTrue();
        List<String> lines = trace.lines(0);
        End end = (End) TraceReader.parse(lines.get(lines.size() - 1));
        assertThat(end.status()).isEqualTo("ok");
        assertThat(end.totals()).containsEntry("ops", 1L);
        assertThat(trace.lines(end.q())).isEmpty();
        assertThat(trace.lines(end.q() - 1)).containsExactly(lines.get(lines.size() - 1));

        ByteArrayOutputStream file = new ByteArrayOutputStream();
        trace.copyTo(file);
        TraceReader.Trace copy = TraceReader.readAll(new ByteArrayInputStream(file.toByteArray()));
        assertThat(copy.verified()).isTrue();
        assertThat(copy.lines()).hasSize(lines.size());
    }

    @Test
    void aClosedStoreGivesNoneWhetherOrNotItHadOne() {
        for (boolean started : new boolean[] {false, true}) {
            Kiban db = Kiban.openInMemory(KibanOptions.defaults());
            if (started) {
                db.liveTrace();
            }
            db.close();
            assertThatThrownBy(db::liveTrace)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void thoseWhoAskAtOnceShareOne() throws Exception {
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Kiban db = Kiban.openInMemory(KibanOptions.defaults())) {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<LiveTrace>> asked = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                asked.add(pool.submit(() -> {
                    start.await();
                    return db.liveTrace();
                }));
            }
            Set<LiveTrace> given = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Future<LiveTrace> answer : asked) {
                given.add(answer.get());
            }
            assertThat(given).hasSize(1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void tracesOfOthersEndWithoutIt() {
        try (Kiban db = Kiban.openInMemory(KibanOptions.defaults())) {
            LiveTrace live = db.liveTrace();
            TraceSession own = db.startTrace(TraceOptions.defaults());
            own.close();
            db.startTrace(TraceOptions.defaults()).close();
            assertThat(own.view().isClosed()).isTrue();
            assertThat(live.isClosed()).isFalse();
            assertThat(db.liveTrace()).isSameAs(live);
        }
    }
}
