package dev.kiban.internal.stats;

import dev.kiban.event.StallCause;
import dev.kiban.event.StallKind;
import dev.kiban.metrics.CauseMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts stalls by cause and kind: how many episodes, how long they lasted, and how long writers were held in them, summed over
 * writers.
 *
 * <p>At most one episode runs at a time. A picture counts the running one as if it ended at that moment, so that a long stall is
 * visible while it lasts. Times are nanoseconds of one monotonic clock.
 *
 * <p>Thread safe; {@link #blocked} never waits.
 */
public final class StallClock {

    /**
     * An episode that ended.
     *
     * @param cause which debt
     * @param kind slowed or stopped
     * @param nanos duration
     */
    public record Episode(StallCause cause, StallKind kind, long nanos) {}

    private static final StallCause[] CAUSES = StallCause.values();
    private static final StallKind[] KINDS = StallKind.values();

    private final long[][] episodes = new long[CAUSES.length][KINDS.length];
    private final long[][] nanos = new long[CAUSES.length][KINDS.length];
    private final LongAdder[][] blocked = new LongAdder[CAUSES.length][KINDS.length];

    private @Nullable StallCause cause;
    private @Nullable StallKind kind;
    private long since;

    public StallClock() {
        for (LongAdder[] ofCause : blocked) {
            for (int i = 0; i < KINDS.length; i++) {
                ofCause[i] = new LongAdder();
            }
        }
    }

    /**
     * Begins an episode and ends the running one. An episode of the same cause and kind goes on as one.
     *
     * @return the episode that this ended, null when there was none
     */
    public synchronized @Nullable Episode begin(StallCause newCause, StallKind newKind, long now) {
        if (cause == newCause && kind == newKind) {
            return null;
        }
        Episode ended = end(now);
        cause = newCause;
        kind = newKind;
        since = now;
        episodes[newCause.ordinal()][newKind.ordinal()]++;
        return ended;
    }

    /** Ends the running episode and returns it; null when there is none. */
    public synchronized @Nullable Episode end(long now) {
        StallCause endedCause = cause;
        StallKind endedKind = kind;
        if (endedCause == null || endedKind == null) {
            return null;
        }
        long duration = Math.max(0, now - since);
        nanos[endedCause.ordinal()][endedKind.ordinal()] += duration;
        cause = null;
        kind = null;
        return new Episode(endedCause, endedKind, duration);
    }

    /** Adds time that one writer was held. */
    public void blocked(StallCause by, StallKind how, long heldNanos) {
        blocked[by.ordinal()][how.ordinal()].add(Math.max(0, heldNanos));
    }

    /** Totals, one for each cause in its order, the running episode included up to now. */
    public synchronized List<CauseMetrics> totals(long now) {
        List<CauseMetrics> totals = new ArrayList<>(CAUSES.length);
        for (StallCause each : CAUSES) {
            int c = each.ordinal();
            int slow = StallKind.SLOWDOWN.ordinal();
            int stop = StallKind.STOP.ordinal();
            totals.add(new CauseMetrics(
                    each,
                    episodes[c][slow],
                    episodes[c][stop],
                    duration(each, StallKind.SLOWDOWN, now),
                    duration(each, StallKind.STOP, now),
                    blocked[c][slow].sum(),
                    blocked[c][stop].sum()));
        }
        return List.copyOf(totals);
    }

    private long duration(StallCause of, StallKind how, long now) {
        long ended = nanos[of.ordinal()][how.ordinal()];
        return cause == of && kind == how ? ended + Math.max(0, now - since) : ended;
    }
}
