package dev.kiban.sample.load;

/**
 * Spreads the work of several threads evenly over time. Time that was lost is not made up for, so that a stall is not followed by
 * a burst. Thread safe.
 */
final class Pace {

    private final long intervalNanos;
    private long next;

    /** @param perSecond 0 for no limit */
    Pace(long perSecond, long now) {
        this.intervalNanos = perSecond == 0 ? 0 : Math.max(1, 1_000_000_000L / perSecond);
        this.next = now;
    }

    /** Takes the next turn; returns how long to wait for it, 0 or less for not at all. */
    synchronized long turn(long now) {
        if (intervalNanos == 0) {
            return 0;
        }
        long turn = Math.max(next, now - intervalNanos);
        next = turn + intervalNanos;
        return turn - now;
    }
}
