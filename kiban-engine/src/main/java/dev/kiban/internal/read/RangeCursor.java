package dev.kiban.internal.read;

import dev.kiban.CorruptionException;
import dev.kiban.KeyRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A user's cursor: visible entries of a range at one sequence, over views that are replaced as it goes.
 *
 * <p>The sequence keeps the data alive; the view that is open keeps files alive. When a newer view exists, the cursor closes
 * its walk after some steps or some time and opens one over what remains of the range, at the same sequence: the entries are
 * the same, the old files are free. At its end it lets go of the view without waiting for its close.
 *
 * <p>A failed step fails the cursor: it shows nothing any more and can only be closed. Confined to one thread at a time, except
 * that the store may be closed beside it.
 */
public final class RangeCursor {

    /** Entries walked, shown or not, before a stale view is given up. */
    static final int REFRESH_STEPS = 256;

    /** Nanoseconds after which a stale view is given up at the next step. */
    static final long REFRESH_NANOS = 1_000_000_000L;

    private final CursorSource source;
    private final KeyRange range;
    private final long sequence;
    private final Function<IOException, RuntimeException> translate;
    private final LongSupplier nanoTime;

    private @Nullable VisibleIterator walk;
    private State state = State.BEFORE;
    private long openedNanos;
    private long shown;
    private long given;

    private enum State {
        BEFORE,
        AT_ENTRY,
        AT_END,
        FAILED,
        CLOSED
    }

    /**
     * @param source where views come from, closed with the cursor
     * @param range bounds and direction
     * @param sequence the newest sequence that is seen; the source keeps it alive
     * @param translate turns a failed read into what the user sees
     * @param nanoTime a monotonic clock in nanoseconds
     */
    public RangeCursor(
            CursorSource source,
            KeyRange range,
            long sequence,
            Function<IOException, RuntimeException> translate,
            LongSupplier nanoTime) {
        this.source = source;
        this.range = range;
        this.sequence = sequence;
        this.translate = translate;
        this.nanoTime = nanoTime;
    }

    /**
     * Moves to the next entry; false, for good, when there is none.
     *
     * @throws IllegalStateException when the cursor or the store is closed, or a step has failed before
     */
    public boolean next() {
        refuseClosed();
        source.enter();
        try {
            return step();
        } finally {
            source.exit();
        }
    }

    /**
     * The current key, as an array of the caller's own.
     *
     * @throws IllegalStateException when there is no current entry, or the cursor or the store is closed
     */
    public byte[] key() {
        VisibleIterator at = entry();
        source.enter();
        try {
            return Arrays.copyOf(at.key(), at.keyLength());
        } finally {
            source.exit();
        }
    }

    /**
     * The current value, as an array of the caller's own.
     *
     * @throws IllegalStateException when there is no current entry, or the cursor or the store is closed
     */
    public byte[] value() {
        VisibleIterator at = entry();
        source.enter();
        try {
            return Arrays.copyOfRange(at.value(), at.valueOffset(), at.valueOffset() + at.valueLength());
        } finally {
            source.exit();
        }
    }

    /** Idempotent. Nothing is left to unpin when the store is closed already. */
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        if (!source.enterToClose()) {
            walk = null;
            source.close();
            return;
        }
        try {
            leaveView();
        } catch (IOException e) {
            throw translate.apply(e);
        } finally {
            try {
                source.close();
            } finally {
                source.exit();
            }
        }
    }

    private boolean step() {
        if (state == State.AT_END) {
            return false;
        }
        State before = state;
        state = State.FAILED;
        try {
            VisibleIterator at = view(before);
            if (at.next()) {
                shown++;
                given += at.keyLength() + at.valueLength();
                state = State.AT_ENTRY;
                return true;
            }
            leaveView();
            state = State.AT_END;
            return false;
        } catch (IOException e) {
            leaveViewAfter(e);
            throw translate.apply(e);
        } catch (CorruptionException e) {
            source.damaged(e);
            leaveViewAfter(e);
            throw e;
        } catch (RuntimeException | Error e) {
            leaveViewAfter(e);
            throw e;
        }
    }

    /** The walk to step: the one at hand, or a new one over the rest of the range. */
    private VisibleIterator view(State before) throws IOException {
        VisibleIterator at = walk;
        if (at == null) {
            return open(range);
        }
        if (before == State.AT_ENTRY && source.isStale() && isDueForRefresh(at)) {
            KeyRange rest = restAfter(Arrays.copyOf(at.key(), at.keyLength()));
            leaveView();
            return open(rest);
        }
        return at;
    }

    private boolean isDueForRefresh(VisibleIterator at) {
        return shown + at.skippedEntries() >= REFRESH_STEPS || nanoTime.getAsLong() - openedNanos >= REFRESH_NANOS;
    }

    private VisibleIterator open(KeyRange remaining) throws IOException {
        openedNanos = nanoTime.getAsLong();
        shown = 0;
        VisibleIterator opened = new VisibleIterator(source.open(remaining), remaining, sequence);
        walk = opened;
        return opened;
    }

    private KeyRange restAfter(byte[] key) {
        if (range.isReversed()) {
            byte[] lower = range.lower();
            return (lower == null ? KeyRange.all() : KeyRange.from(lower))
                    .to(key)
                    .reversed();
        }
        byte[] upper = range.upper();
        KeyRange rest = KeyRange.from(Arrays.copyOf(key, key.length + 1));
        return upper == null ? rest : rest.to(upper);
    }

    private void leaveView() throws IOException {
        VisibleIterator left = walk;
        walk = null;
        if (left != null) {
            try {
                left.close();
            } finally {
                source.leave(given);
                given = 0;
            }
        }
    }

    private void leaveViewAfter(Throwable failure) {
        try {
            leaveView();
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private VisibleIterator entry() {
        refuseClosed();
        VisibleIterator at = walk;
        if (state != State.AT_ENTRY || at == null) {
            throw new IllegalStateException("the cursor is not at an entry; call next() first and check its result");
        }
        return at;
    }

    private void refuseClosed() {
        if (state == State.CLOSED) {
            throw new IllegalStateException("the cursor is closed");
        }
        if (state == State.FAILED) {
            throw new IllegalStateException("the cursor has failed before; close it and scan again");
        }
    }
}
