package dev.kiban.internal;

import dev.kiban.CorruptionException;
import dev.kiban.KeyRange;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.read.CursorSource;
import dev.kiban.internal.read.ViewWalk;
import dev.kiban.internal.version.Pins;
import dev.kiban.internal.version.SnapshotPoint;
import dev.kiban.internal.version.View;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One cursor's way into the engine: pins the newest view while a walk is open. Confined to the cursor's thread. */
final class CursorViews implements CursorSource {

    private final Engine engine;
    private final KeyspaceState keyspace;
    private final SnapshotPoint point;
    private @Nullable View pinned;
    private int viewStripe;
    private int callStripe;

    CursorViews(Engine engine, KeyspaceState keyspace, SnapshotPoint point) {
        this.engine = engine;
        this.keyspace = keyspace;
        this.point = point;
    }

    @Override
    public EntryIterator open(KeyRange remaining) throws IOException {
        int stripe = Pins.stripe();
        View view = engine.pinForCursor(stripe);
        viewStripe = stripe;
        pinned = view;
        try {
            return ViewWalk.open(view, keyspace.id(), remaining);
        } catch (IOException | RuntimeException e) {
            unpin();
            throw e;
        }
    }

    @Override
    public void leave(long bytes) {
        engine.cursorRead(bytes);
        unpin();
    }

    private void unpin() {
        View view = pinned;
        if (view != null) {
            pinned = null;
            engine.unpinForCursor(view, viewStripe);
        }
    }

    @Override
    public void damaged(CorruptionException damage) {
        engine.cursorMetDamage(damage);
    }

    @Override
    public boolean isStale() {
        View view = pinned;
        return view == null || !view.equals(engine.currentView());
    }

    @Override
    public void enter() {
        callStripe = engine.enter();
        try {
            keyspace.requireLive();
        } catch (IllegalStateException e) {
            engine.exit(callStripe);
            throw e;
        }
    }

    @Override
    public boolean enterToClose() {
        try {
            callStripe = engine.enter();
            return true;
        } catch (IllegalStateException storeIsClosed) {
            return false;
        }
    }

    @Override
    public void exit() {
        engine.exit(callStripe);
    }

    @Override
    public void close() {
        point.close();
    }
}
