package dev.kiban.internal.compaction;

import dev.kiban.event.StallCause;
import dev.kiban.event.StallKind;
import dev.kiban.metrics.WriteState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides how fast writers may go: a pure function of the debt.
 *
 * <p>Each debt has a pressure: 0 below its slowdown limit, rising evenly to 1 at its stop limit. The worst pressure
 * sets the rate, which falls geometrically from a generous start to a floor: the first files over the limit are
 * hardly felt, and each further one costs the same share of the rate. At 1 writers stop. More debt never allows a
 * higher rate, faster compaction never a lower one.
 *
 * <p>The start is at least what writers do already, so that the slowdown begins without a jump: as they slow down, so does the
 * start, until what compaction manages holds it.
 */
public final class Governor {

    /** Slowed writers always get this many bytes per second: they must get somewhere before they are stopped. */
    static final long FLOOR = 1L << 20;

    /** The least rate to start slowing from, in bytes per second. */
    static final long LEAST_START = 64L << 20;

    /** One memtable short of the stop is a common moment of every burst: only a hint of pressure. */
    private static final double MILD = 0.1;

    private final GovernorLimits limits;

    public Governor(GovernorLimits limits) {
        this.limits = limits;
    }

    public Decision decide(Debt debt, Rates rates) {
        Pressure worst = null;
        for (Pressure pressure : List.of(disk(debt), memtables(debt), l0(debt), pending(debt))) {
            worst = worse(worst, pressure);
        }
        if (worst == null || worst.share <= 0) {
            return Decision.FREE;
        }
        if (worst.share >= 1) {
            return new Decision(WriteState.STOPPED, worst.cause, StallKind.STOP, 0, worst.value, worst.limit);
        }
        return new Decision(
                WriteState.SLOWED, worst.cause, StallKind.SLOWDOWN, rate(worst.share, rates), worst.value, worst.limit);
    }

    private static long rate(double share, Rates rates) {
        double start = Math.max(LEAST_START, Math.max(2.0 * rates.compaction(), rates.ingest()));
        return Math.max(FLOOR, (long) (start * Math.pow(FLOOR / start, share)));
    }

    private Pressure memtables(Debt debt) {
        int sealed = debt.sealedMemtables();
        int max = limits.maxSealedMemtables();
        if (sealed >= max) {
            return new Pressure(StallCause.MEMTABLES, 1, sealed, max);
        }
        return new Pressure(StallCause.MEMTABLES, sealed > 0 && sealed == max - 1 ? MILD : 0, sealed, max - 1);
    }

    private Pressure l0(Debt debt) {
        return between(StallCause.L0_FILES, debt.l0Files(), limits.l0Slowdown(), limits.l0Stop(), 1);
    }

    private Pressure pending(Debt debt) {
        return between(
                StallCause.PENDING_BYTES, debt.pendingBytes(), limits.pendingSlowdown(), limits.pendingStop(), FLOOR);
    }

    private Pressure disk(Debt debt) {
        long free = debt.freeDisk();
        long min = limits.minFreeDisk();
        if (free < min) {
            return new Pressure(StallCause.DISK_SPACE, 1, free, min);
        }
        double share = min == 0 ? 0 : Math.max(0, (2.0 * min - free) / (min + 1.0));
        return new Pressure(StallCause.DISK_SPACE, share, free, 2 * min);
    }

    /** At the slowdown limit already a step above 0, at the stop limit 1. */
    private static Pressure between(StallCause cause, long value, long slowdown, long stop, long step) {
        if (value >= stop) {
            return new Pressure(cause, 1, value, stop);
        }
        if (value < slowdown) {
            return new Pressure(cause, 0, value, slowdown);
        }
        double share = ((double) value - slowdown + step) / ((double) stop - slowdown + step);
        return new Pressure(cause, share, value, slowdown);
    }

    /** The higher one; of equal ones the first. */
    private static Pressure worse(@Nullable Pressure first, Pressure second) {
        return first == null || second.share > first.share ? second : first;
    }

    /** How far one debt is from its slowdown limit (0) to its stop limit (1). */
    private record Pressure(StallCause cause, double share, long value, long limit) {}
}
