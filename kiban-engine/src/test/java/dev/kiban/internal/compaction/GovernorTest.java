package dev.kiban.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.event.StallCause;
import dev.kiban.event.StallKind;
import dev.kiban.internal.read.Seeds;
import dev.kiban.metrics.WriteState;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GovernorTest {

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final Rates UNKNOWN = new Rates(0, 0);
    private static final GovernorLimits LIMITS = new GovernorLimits(3, 12, 24, 4 * GIB, 16 * GIB, 64 * MIB);

    private final Governor governor = new Governor(LIMITS);

    @ParameterizedTest
    @CsvSource({
        "0,  0,     0, 1000, FREE,    ,              0,    0",
        "1, 11,  4095, 1000, FREE,    ,              0,    0",
        "2,  0,     0, 1000, SLOWED,  MEMTABLES,     2,    2",
        "3,  0,     0, 1000, STOPPED, MEMTABLES,     3,    3",
        "9,  0,     0, 1000, STOPPED, MEMTABLES,     9,    3",
        "0, 12,     0, 1000, SLOWED,  L0_FILES,     12,   12",
        "0, 23,     0, 1000, SLOWED,  L0_FILES,     23,   12",
        "0, 24,     0, 1000, STOPPED, L0_FILES,     24,   24",
        "2, 23,     0, 1000, SLOWED,  L0_FILES,     23,   12",
        "2, 12, 16383, 1000, SLOWED,  PENDING_BYTES, 16383, 4096",
        "0,  0,  4096, 1000, SLOWED,  PENDING_BYTES,  4096, 4096",
        "0,  0, 16384, 1000, STOPPED, PENDING_BYTES, 16384, 16384",
        "0,  0,     0,  128, FREE,    ,              0,    0",
        "0,  0,     0,  127, SLOWED,  DISK_SPACE,  127,  128",
        "0,  0,     0,   64, SLOWED,  DISK_SPACE,   64,  128",
        "0,  0,     0,   63, STOPPED, DISK_SPACE,   63,   64",
        "3, 24, 16384,    0, STOPPED, DISK_SPACE,    0,   64",
        "3, 23,     0, 1000, STOPPED, MEMTABLES,     3,    3"
    })
    void theWorstDebtDecides(
            int sealed,
            int l0,
            long pendingMib,
            long freeMib,
            WriteState state,
            StallCause cause,
            long value,
            long limit) {
        Decision decision = governor.decide(new Debt(sealed, l0, pendingMib * MIB, freeMib * MIB), UNKNOWN);
        boolean inBytes = cause == StallCause.PENDING_BYTES || cause == StallCause.DISK_SPACE;
        assertThat(decision.state()).isEqualTo(state);
        assertThat(decision.cause()).isEqualTo(cause);
        assertThat(decision.value()).isEqualTo(inBytes ? value * MIB : value);
        assertThat(decision.limit()).isEqualTo(inBytes ? limit * MIB : limit);
        switch (state) {
            case FREE -> {
                assertThat(decision.kind()).isNull();
                assertThat(decision.bytesPerSecond()).isEqualTo(Long.MAX_VALUE);
            }
            case SLOWED -> {
                assertThat(decision.kind()).isEqualTo(StallKind.SLOWDOWN);
                assertThat(decision.bytesPerSecond()).isBetween(Governor.FLOOR, Governor.LEAST_START);
            }
            case STOPPED -> {
                assertThat(decision.kind()).isEqualTo(StallKind.STOP);
                assertThat(decision.bytesPerSecond()).isZero();
            }
        }
    }

    @Test
    void writersAreSlowedStepByStepAndNeverBelowTheFloor() {
        long last = Governor.LEAST_START;
        for (int files = 12; files < 24; files++) {
            long rate = rate(new Debt(0, files, 0, Long.MAX_VALUE), UNKNOWN);
            assertThat(rate).as(files + " files").isBetween(Governor.FLOOR, last - 1);
            assertThat((double) rate / last).as(files + " files").isGreaterThan(0.7);
            last = rate;
        }
        assertThat(last).isLessThan(2 * Governor.FLOOR);
    }

    @Test
    void oneMemtableShortOfTheStopSlowsOnlyMildly() {
        assertThat(rate(new Debt(2, 0, 0, Long.MAX_VALUE), UNKNOWN)).isGreaterThan(Governor.LEAST_START / 2);
    }

    @Test
    void withRoomForOneSealedMemtableThereIsNoSlowdownBeforeTheStop() {
        Governor narrow = new Governor(new GovernorLimits(1, 12, 24, 4 * GIB, 16 * GIB, 0));
        assertThat(narrow.decide(new Debt(0, 0, 0, 0), UNKNOWN).state()).isEqualTo(WriteState.FREE);
        assertThat(narrow.decide(new Debt(1, 0, 0, 0), UNKNOWN).state()).isEqualTo(WriteState.STOPPED);
    }

    @Test
    void theSlowdownBeginsWithoutAJump() {
        long ingest = 400 * MIB;
        long rate = rate(new Debt(0, 0, 4 * GIB, Long.MAX_VALUE), new Rates(0, ingest));
        assertThat((double) rate / ingest).isBetween(0.99, 1.0);
    }

    @Test
    void moreDebtNeverAllowsMoreAndFasterMaintenanceNeverLess() {
        long seed = Seeds.next();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20_000; round++) {
            String description = Seeds.describe(seed) + ", round " + round;
            Debt debt = new Debt(
                    random.nextInt(5), random.nextInt(30), random.nextLong(20 * GIB), random.nextLong(200 * MIB));
            Rates rates = new Rates(random.nextLong(GIB), random.nextLong(GIB));
            long allowed = allowed(debt, rates);
            Debt worse = new Debt(
                    debt.sealedMemtables() + random.nextInt(2),
                    debt.l0Files() + random.nextInt(3),
                    debt.pendingBytes() + random.nextLong(GIB),
                    Math.max(0, debt.freeDisk() - random.nextLong(20 * MIB)));
            Rates faster = new Rates(rates.compaction() + random.nextLong(GIB), rates.ingest() + random.nextLong(GIB));
            assertThat(allowed(worse, rates)).as(description).isLessThanOrEqualTo(allowed);
            assertThat(allowed(debt, faster)).as(description).isGreaterThanOrEqualTo(allowed);
        }
    }

    private long allowed(Debt debt, Rates rates) {
        return governor.decide(debt, rates).bytesPerSecond();
    }

    private long rate(Debt debt, Rates rates) {
        Decision decision = governor.decide(debt, rates);
        assertThat(decision.state()).isEqualTo(WriteState.SLOWED);
        return decision.bytesPerSecond();
    }
}
