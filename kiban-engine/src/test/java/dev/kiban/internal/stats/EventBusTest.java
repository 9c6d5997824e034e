package dev.kiban.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.event.FlushBegin;
import dev.kiban.event.KibanEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventBusTest {

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Long> jobs = new ArrayList<>();
    private final EventBus bus = new EventBus(tasks::add, () -> 0, failures::add);

    @Test
    void eventsArriveInOrderThroughOneTaskAtATime() {
        bus.add(this::note);
        for (long job = 1; job <= 5; job++) {
            bus.publish(event(job));
        }
        assertThat(tasks).hasSize(1);
        assertThat(jobs).isEmpty();
        tasks.remove().run();
        assertThat(jobs).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(tasks).isEmpty();
    }

    @Test
    void whatIsPublishedWhileDeliveringFollowsInOrder() {
        bus.add(event -> {
            note(event);
            if (job(event) < 3) {
                bus.publish(event(job(event) + 1));
            }
        });
        bus.publish(event(1));
        runAll();
        assertThat(jobs).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aListenersExceptionIsReportedAndHurtsNobodyElse() {
        RuntimeException thrown = new IllegalStateException("mine");
        bus.add(event -> {
            throw thrown;
        });
        bus.add(this::note);
        bus.publish(event(1));
        bus.publish(event(2));
        runAll();
        assertThat(failures).containsExactly(thrown, thrown);
        assertThat(jobs).containsExactly(1L, 2L);
    }

    @Test
    void beyondTheBacklogTheOldestIsDroppedAndCounted() {
        bus.add(this::note);
        for (long job = 1; job <= EventBus.BACKLOG + 7; job++) {
            bus.publish(event(job));
        }
        assertThat(bus.dropped()).isEqualTo(7);
        runAll();
        assertThat(jobs)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(8, EventBus.BACKLOG + 7).boxed().toList());
        bus.publish(event(1));
        assertThat(bus.dropped()).isEqualTo(7);
    }

    @Test
    void aRemovedListenerHearsNothingMore() {
        dev.kiban.KibanListener listener = this::note;
        bus.add(listener);
        bus.publish(event(1));
        runAll();
        bus.remove(listener);
        bus.publish(event(2));
        runAll();
        assertThat(jobs).containsExactly(1L);
    }

    @Test
    void awaitingReturnsOnceEverythingBeforeWasDelivered() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            EventBus real = new EventBus(executor, System::nanoTime, failures::add);
            real.add(this::note);
            for (long job = 1; job <= 1_000; job++) {
                real.publish(event(job));
            }
            assertThat(real.awaitDrained(System.nanoTime() + TimeUnit.SECONDS.toNanos(30)))
                    .isTrue();
            assertThat(jobs).hasSize(1_000).isSorted();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void awaitingGivesUpAtItsDeadline() {
        bus.add(this::note);
        bus.publish(event(1));
        assertThat(bus.awaitDrained(1_000_000)).isFalse();
        runAll();
        assertThat(jobs).containsExactly(1L);
    }

    @Test
    void aListenerThatAwaitsIsNotHungUp() {
        List<Boolean> answers = new ArrayList<>();
        bus.add(event -> answers.add(bus.awaitDrained(Long.MAX_VALUE)));
        bus.publish(event(1));
        runAll();
        assertThat(answers).containsExactly(false);
    }

    @Test
    void anInterruptedWaiterGetsItsAnswerAndKeepsItsFlag() {
        Thread.currentThread().interrupt();
        assertThat(bus.awaitDrained(1_000_000)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anExecutorThatIsShutDownLosesEventsButThrowsNothing() {
        EventBus dead = new EventBus(
                task -> {
                    throw new RejectedExecutionException();
                },
                () -> 0,
                failures::add);
        dead.add(this::note);
        dead.publish(event(1));
        dead.publish(event(2));
        assertThat(dead.dropped()).isEqualTo(2);
        assertThat(dead.awaitDrained(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void publishersOnManyThreadsKeepTheirOwnOrder() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            EventBus real = new EventBus(executor, System::nanoTime, failures::add);
            real.add(this::note);
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                long base = (i + 1) * 1_000_000L;
                threads[i] = new Thread(() -> {
                    for (int job = 0; job < 3_000; job++) {
                        real.publish(event(base + job));
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(real.awaitDrained(System.nanoTime() + TimeUnit.SECONDS.toNanos(30)))
                    .isTrue();
            assertThat(jobs).hasSize(9_000);
            for (int i = 1; i <= threads.length; i++) {
                long of = i;
                assertThat(jobs.stream().filter(job -> job / 1_000_000 == of).toList())
                        .hasSize(3_000)
                        .isSorted();
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private void note(KibanEvent event) {
        jobs.add(job(event));
    }

    private void runAll() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    private static long job(KibanEvent event) {
        return ((FlushBegin) event).job();
    }

    private static FlushBegin event(long job) {
        return new FlushBegin(0, job, "size", 1);
    }
}
