package dev.kiban.bench;

import java.util.Locale;

/** Says on standard error, once a second, how far a counted piece of work is. Confined to one thread. */
public final class Progress {

    private static final long INTERVAL_NANOS = 1_000_000_000L;
    private static final int LOOK_EVERY = 256;

    private final String label;
    private final long total;
    private final long start = System.nanoTime();
    private long next = start + INTERVAL_NANOS;
    private long done;

    /** @param total pieces of work in all */
    public Progress(String label, long total) {
        this.label = label;
        this.total = total;
    }

    /** One more piece is done. Reads the clock only now and then. */
    public void step() {
        if (++done % LOOK_EVERY == 0) {
            at(done);
        }
    }

    /** So many pieces are done. */
    public void at(long pieces) {
        long now = System.nanoTime();
        if (now >= next) {
            next = now + INTERVAL_NANOS;
            System.err.println(line(label, pieces, total, now - start));
        }
    }

    static String line(String label, long done, long total, long nanos) {
        double seconds = nanos / 1e9;
        double left = done == 0 ? Double.NaN : seconds / done * (total - done);
        return String.format(
                Locale.ROOT,
                "%s: %,d of %,d (%.0f%%), %,.0f a second, %s",
                label,
                done,
                total,
                total == 0 ? 100 : 100.0 * done / total,
                done / seconds,
                Double.isNaN(left) ? "time left unknown" : String.format(Locale.ROOT, "%,.0f s left", left));
    }
}
