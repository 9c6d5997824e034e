package dev.kiban.internal.version;

import dev.kiban.internal.table.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Publishes views one after the other and says when the tables that a view was the last to show can go.
 *
 * <p>Invariant: a table is given out by {@link #reclaim} at most once, and only when no view that shows it has a reader: from the
 * first one that did to the one it died with. A reader pins the view it found and then looks whether that is still the current one; the publisher
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
    private final ArrayDeque<Retired> retired = new ArrayDeque<>();

    /** Number of the current view, and of the first view that showed a table; 0 for those of the first. Guarded by retired. */
    private long ordinal;

    private final Map<Table, Long> firstShown = new IdentityHashMap<>();

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
     * @param added tables that the next view shows and no view before it did
     * @param obsolete tables that the current view shows and the next does not
     */
    public void publish(V next, List<Table> added, List<Table> obsolete) {
        synchronized (retired) {
            retired.addLast(new Retired(ordinal, current, new ArrayList<>(obsolete)));
            ordinal++;
            added.forEach(table -> firstShown.put(table, ordinal));
            pinnedBytes += bytes(obsolete);
            current = next;
        }
    }

    /** The same for a view that shows no new table. */
    public void publish(V next, List<Table> obsolete) {
        publish(next, List.of(), obsolete);
    }

    /** Tables that no reader can be inside any more; the caller closes and deletes them. Empty when there are none. */
    public List<Table> reclaim() {
        List<Table> free = new ArrayList<>();
        synchronized (retired) {
            long newestPinned = -1;
            for (Iterator<Retired> views = retired.iterator(); views.hasNext(); ) {
                Retired view = views.next();
                if (!view.pins().isUnpinned()) {
                    newestPinned = view.ordinal;
                }
                long pinned = newestPinned;
                view.obsolete.removeIf(table -> isFree(table, pinned, free));
                if (view.ordinal != newestPinned && view.obsolete.isEmpty()) {
                    views.remove();
                }
            }
            pinnedBytes -= bytes(free);
        }
        return free;
    }

    /** A table is shown by the views from its first on: it is free when those that are pinned came before. */
    private boolean isFree(Table table, long newestPinned, List<Table> free) {
        if (firstShown.getOrDefault(table, 0L) <= newestPinned) {
            return false;
        }
        firstShown.remove(table);
        free.add(table);
        return true;
    }

    /** How many pins are held on this and older views; exact only while nobody comes or goes. */
    public long pins() {
        synchronized (retired) {
            long sum = current.pins().count();
            for (Retired view : retired) {
                sum += view.pins().count();
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

    /** A replaced view. Guarded by the list it stands in. */
    private static final class Retired {

        private final long ordinal;
        private final List<Table> obsolete;
        private @Nullable Pinned view;
        private @Nullable Pins pins;

        private Retired(long ordinal, Pinned view, List<Table> obsolete) {
            this.ordinal = ordinal;
            this.view = view;
            this.obsolete = obsolete;
        }

        /** From the first look on only the pins are kept: whoever stays in an older view must not keep this one's memtables alive. */
        private Pins pins() {
            Pinned whole = view;
            if (whole != null) {
                pins = whole.pins();
                view = null;
            }
            return Objects.requireNonNull(pins);
        }
    }
}
