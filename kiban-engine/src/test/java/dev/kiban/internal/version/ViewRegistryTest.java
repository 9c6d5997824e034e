package dev.kiban.internal.version;

import static dev.kiban.internal.version.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ViewRegistryTest {

    private static final int TABLES_A_VIEW = 4;

    private final AtomicInteger signals = new AtomicInteger();
    private final ViewRegistry<View> registry =
            new ViewRegistry<>(new View(List.of(table(1, "a", "b"))), signals::incrementAndGet);

    private record View(List<Table> tables, Pins pins) implements Pinned {
        View(List<Table> tables) {
            this(tables, new Pins());
        }
    }

    @Test
    void aReplacedTableIsFreeAtOnceWhenNobodyReads() {
        Table old = registry.current().tables().get(0);

        registry.publish(new View(List.of()), List.of(old));

        assertThat(registry.pinnedBytes()).isEqualTo(1001);
        assertThat(registry.reclaim()).containsExactly(old);
        assertThat(registry.reclaim()).isEmpty();
        assertThat(registry.pinnedBytes()).isZero();
        assertThat(registry.retiredViews()).isZero();
    }

    @Test
    void aReaderKeepsWhatItsViewShowsAndTellsWhenItLeaves() {
        int stripe = Pins.stripe();
        View seen = registry.acquire(stripe);
        registry.publish(new View(List.of()), seen.tables());

        assertThat(registry.reclaim()).isEmpty();
        assertThat(signals).hasValue(0);
        registry.release(seen, stripe);

        assertThat(signals).hasValue(1);
        assertThat(registry.reclaim()).isEqualTo(seen.tables());
    }

    @Test
    void leavingTheCurrentViewTellsNobody() {
        int stripe = Pins.stripe();
        registry.release(registry.acquire(stripe), stripe);

        assertThat(signals).hasValue(0);
    }

    @Test
    void anOldReaderAlsoKeepsTablesThatDiedLater() {
        int stripe = Pins.stripe();
        Table early = registry.current().tables().get(0);
        Table late = table(2, "c", "d");
        registry.publish(new View(List.of(early, late)), List.of());
        View old = registry.acquire(stripe);
        registry.publish(new View(List.of(late)), List.of(early));
        registry.publish(new View(List.of()), List.of(late));

        assertThat(registry.reclaim()).as("both are in the view that is held").isEmpty();
        assertThat(registry.retiredViews()).isEqualTo(2);
        assertThat(registry.pinnedBytes()).isEqualTo(1001 + 1002);
        registry.release(old, stripe);

        assertThat(registry.reclaim()).containsExactly(early, late);
    }

    @Test
    void twoReadersOnOneStripeCountAsTwo() {
        View seen = registry.acquire(1);
        registry.acquire(1);
        registry.publish(new View(List.of()), seen.tables());

        registry.release(seen, 1);
        assertThat(registry.reclaim()).isEmpty();
        registry.release(seen, 1);
        assertThat(registry.reclaim()).hasSize(1);
    }

    /** Without the second look at the current view the reader would walk into files that are closed and deleted. */
    @Test
    void aReaderThatIsOvertakenBeforeItsPinCountsGetsTheNextView() {
        Pins overtaken = new Pins();
        Pinned next = new View(List.of());
        AtomicReference<ViewRegistry<Pinned>> registered = new AtomicReference<>();
        Table table = table(1, "a", "b");
        Pinned first = () -> {
            // Asked for its pins, it has been found to be the current view and is not pinned yet.
            if (registered.get().current() != next) {
                registered.get().publish(next, List.of(table));
            }
            return overtaken;
        };
        registered.set(new ViewRegistry<>(first, signals::incrementAndGet));

        Pinned seen = registered.get().acquire(0);

        assertThat(seen).isSameAs(next);
        assertThat(next.pins().isUnpinned()).isFalse();
        assertThat(overtaken.isUnpinned()).isTrue();
        assertThat(registered.get().reclaim()).containsExactly(table);
        assertThat(signals).as("its short pin could have held the table back").hasValue(1);
    }

    @Test
    void everyThreadFindsAStripeWithinBounds() throws Exception {
        AtomicInteger stray = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            Thread thread = new Thread(() -> {
                Pins pins = new Pins();
                int stripe = Pins.stripe();
                pins.pin(stripe);
                boolean pinned = !pins.isUnpinned();
                pins.unpin(stripe);
                if (!pinned || !pins.isUnpinned()) {
                    stray.incrementAndGet();
                }
            });
            thread.start();
            thread.join();
        }
        assertThat(stray).hasValue(0);
    }

    @Test
    void noTableIsReclaimedUnderAReaderAndAllAreInTheEnd() throws Exception {
        long seed = Long.getLong("kiban.seed", System.nanoTime());
        int rounds = 20_000;
        AtomicIntegerArray reclaimed = new AtomicIntegerArray(rounds + TABLES_A_VIEW + 1);
        AtomicBoolean wanted = new AtomicBoolean();
        List<Table> tables = new ArrayList<>();
        for (int number = 1; number <= TABLES_A_VIEW; number++) {
            tables.add(table(number, "a", "b"));
        }
        ViewRegistry<View> views = new ViewRegistry<>(new View(List.copyOf(tables)), () -> wanted.set(true));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong violations = new AtomicLong();
        AtomicLong visits = new AtomicLong();
        ConcurrentLinkedQueue<Held> handedOver = new ConcurrentLinkedQueue<>();
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            readers.add(new Thread(() -> {
                while (!stop.get()) {
                    int stripe = Pins.stripe();
                    View view = views.acquire(stripe);
                    violations.addAndGet(countReclaimed(view, reclaimed));
                    if (random.nextInt(4) == 0) {
                        handedOver.add(new Held(view, stripe));
                    } else {
                        views.release(view, stripe);
                    }
                    Held other = random.nextInt(3) == 0 ? handedOver.poll() : null;
                    if (other != null) {
                        violations.addAndGet(countReclaimed(other.view, reclaimed));
                        views.release(other.view, other.stripe);
                    }
                    visits.incrementAndGet();
                }
            }));
        }
        readers.forEach(Thread::start);
        for (int round = 1; round <= rounds; round++) {
            Table dead = tables.remove(0);
            tables.add(table(TABLES_A_VIEW + round, "a", "b"));
            views.publish(new View(List.copyOf(tables)), List.of(dead));
            if (wanted.getAndSet(false) || round % 8 == 0) {
                views.reclaim().forEach(table -> mark(table, reclaimed));
            }
        }
        stop.set(true);
        for (Thread reader : readers) {
            reader.join();
        }
        wanted.set(false);
        views.reclaim().forEach(table -> mark(table, reclaimed));
        boolean heldBack = views.retiredViews() > 0;
        for (Held held = handedOver.poll(); held != null; held = handedOver.poll()) {
            violations.addAndGet(countReclaimed(held.view, reclaimed));
            views.release(held.view, held.stripe);
        }
        assertThat(wanted.get()).as("the last to leave tells, seed %d", seed).isEqualTo(heldBack);
        views.reclaim().forEach(table -> mark(table, reclaimed));

        assertThat(violations.get())
                .as("seed %d, visits %d", seed, visits.get())
                .isZero();
        assertThat(views.retiredViews()).isZero();
        assertThat(views.pinnedBytes()).isZero();
        for (int number = 1; number <= rounds; number++) {
            assertThat(reclaimed.get(number))
                    .as("table %d, seed %d", number, seed)
                    .isEqualTo(1);
        }
        for (int number = rounds + 1; number <= rounds + TABLES_A_VIEW; number++) {
            assertThat(reclaimed.get(number))
                    .as("live table %d, seed %d", number, seed)
                    .isZero();
        }
    }

    private record Held(View view, int stripe) {}

    private static void mark(Table table, AtomicIntegerArray reclaimed) {
        reclaimed.incrementAndGet((int) table.meta().number());
    }

    private static int countReclaimed(View view, AtomicIntegerArray reclaimed) {
        int count = 0;
        for (Table table : view.tables()) {
            count += reclaimed.get((int) table.meta().number());
        }
        return count;
    }
}
