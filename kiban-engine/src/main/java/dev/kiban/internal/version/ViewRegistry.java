package dev.kiban.internal.version;

import dev.kiban.internal.table.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes views one after the other and says when the tables that a view was the last to show can go.
 *
 * <p>Invariant: a table is given out by {@link #reclaim} at most once, and only when neither the view it died with nor any
 * older one has a reader. A reader pins the view it found and then looks whether that is still the current one; the publisher
 * replaces the current view and looks at the pins after. Both are sequentially consistent, so one of the two sees the other:
 * a reader that is missed by the look at the pins finds that its view is no longer current, and leaves. The same argument,
 * the other way round, makes the last reader to leave a retired view tell of it.
 *
 * <p>Cost: two striped adds and two reads of the current view for each visit; nothing is allocated.
 *
 * <p>Thread safe. A view may be released on another thread than the one that acquired it.
 */
public final class ViewRegistry<V extends Pinned> {

    private final Runnable reclaimable;
    private volatile V current;
    private volatile long pinnedBytes;

    /** Guarded by itself; oldest first. */
    private final ArrayDeque<Retired<V>> retired = new ArrayDeque<>();

    /**
     * @param reclaimable called when the last reader left a retired view, on that reader's thread and with no lock held: it
     *     must be quick, must not throw, and had best only ask for a {@link #reclaim} soon
     */
    public ViewRegistry(V first, Runnable reclaimable) {
        this.current = first;
        this.reclaimable = reclaimable;
    }

    /** The newest view, without a pin: good for a look at what never goes, such as numbers. */
    public V current() {
        return current;
    }

    /**
     * The newest view, pinned until {@link #release}.
     *
     * @param stripe {@link Pins#stripe()}; remember it for the release
     */
    public V acquire(int stripe) {
        while (true) {
            V view = current;
            view.pins().pin(stripe);
            if (view == current) {
                return view;
            }
            release(view, stripe);
        }
    }

    /** Leaves a view, once for each {@link #acquire}, with the stripe that was given there. */
    public void release(V view, int stripe) {
        Pins pins = view.pins();
        pins.unpin(stripe);
        if (view != current && pins.isUnpinned()) {
            reclaimable.run();
        }
    }

    /**
     * Makes the view the current one. Ask for a {@link #reclaim} after it: the view before may have no readers.
     *
     * @param next a view that was never published
     * @param obsolete tables that the current view shows and the next does not
     */
    public void publish(V next, List<Table> obsolete) {
        long bytes = bytes(obsolete);
        synchronized (retired) {
            retired.addLast(new Retired<>(current, List.copyOf(obsolete), bytes));
            pinnedBytes += bytes;
            current = next;
        }
    }

    /** Tables that no reader can be inside any more; the caller closes and deletes them. Empty when there are none. */
    public List<Table> reclaim() {
        List<Table> free = new ArrayList<>();
        synchronized (retired) {
            while (!retired.isEmpty() && retired.peekFirst().view.pins().isUnpinned()) {
                Retired<V> gone = retired.removeFirst();
                free.addAll(gone.obsolete);
                pinnedBytes -= gone.bytes;
            }
        }
        return free;
    }

    /** How many pins are held on this and older views; exact only while nobody comes or goes. */
    public long pins() {
        synchronized (retired) {
            long sum = current.pins().count();
            for (Retired<V> view : retired) {
                sum += view.view.pins().count();
            }
            return sum;
        }
    }

    /** Bytes of replaced tables that were not given out yet. */
    public long pinnedBytes() {
        return pinnedBytes;
    }

    /** Replaced views that a reader holds, or that stand behind one which is held. */
    public int retiredViews() {
        synchronized (retired) {
            return retired.size();
        }
    }

    private static long bytes(List<Table> tables) {
        long sum = 0;
        for (Table table : tables) {
            sum += table.meta().size();
        }
        return sum;
    }

    private record Retired<V>(V view, List<Table> obsolete, long bytes) {}
}
