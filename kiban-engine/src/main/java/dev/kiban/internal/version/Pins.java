package dev.kiban.internal.version;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts who is inside something, spread over stripes so that readers on different cores do not share a cache line. A pin and
 * its unpin name the same stripe, whichever threads they run on, so no stripe ever falls below zero.
 *
 * <p>Thread safe; pins and unpins are sequentially consistent, which is what lets {@link ViewRegistry} order them against its
 * own reads and writes.
 */
public final class Pins {

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    /** Longs from one counter to the next: 128 bytes, since processors fetch cache lines in pairs. */
    private static final int SPACING = 16;

    private static final int STRIPES = stripes(Runtime.getRuntime().availableProcessors());
    private static final int STRIPE_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(STRIPES);

    /** One spacing in front keeps the array's own header off the first counter's line. */
    private final long[] counts = new long[(STRIPES + 1) * SPACING];

    /** A power of two, at least two stripes a processor, so that threads seldom meet; at most 64. */
    private static int stripes(int processors) {
        return 2 * Integer.highestOneBit(Math.min(32, Math.max(2, processors)) * 2 - 1);
    }

    /** The stripe that suits the calling thread: 0 to a small bound, the same for all pins. */
    public static int stripe() {
        return (int) ((Thread.currentThread().getId() * 0x9E3779B97F4A7C15L) >>> STRIPE_SHIFT);
    }

    public void pin(int stripe) {
        COUNT.getAndAdd(counts, at(stripe), 1L);
    }

    public void unpin(int stripe) {
        COUNT.getAndAdd(counts, at(stripe), -1L);
    }

    /**
     * Whether nobody is inside. Certain only once no new pin can last, as for a view that is retired: a stripe that is seen
     * empty then stays so.
     */
    public boolean isUnpinned() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            if ((long) COUNT.getVolatile(counts, at(stripe)) != 0) {
                return false;
            }
        }
        return true;
    }

    /** How many are inside; exact only while nobody comes or goes. */
    long count() {
        long sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            sum += (long) COUNT.getVolatile(counts, at(stripe));
        }
        return sum;
    }

    private static int at(int stripe) {
        return (stripe + 1) * SPACING;
    }
}
