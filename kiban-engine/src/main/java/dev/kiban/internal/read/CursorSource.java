package dev.kiban.internal.read;

import dev.kiban.CorruptionException;
import dev.kiban.KeyRange;
import dev.kiban.internal.codec.EntryIterator;
import java.io.IOException;

/**
 * What a cursor reads from: the engine as one cursor sees it. The engine gives each cursor a source of its own.
 */
public interface CursorSource {

    /**
     * Pins the newest view and opens a walk over everything in it that the range may need. {@link #leave} follows, unless this
     * throws.
     */
    EntryIterator open(KeyRange remaining) throws IOException;

    /**
     * Unpins the view of the walk opened last, which is closed.
     *
     * @param bytes of keys and values that the walk showed, to be counted
     */
    void leave(long bytes);

    /** Reports damage that a step met. */
    void damaged(CorruptionException damage);

    /** Whether a newer view than the one last opened exists, so that staying would keep old files alive. Cheap. */
    boolean isStale();

    /**
     * Begins a step: the store stays open until {@link #exit()}.
     *
     * @throws IllegalStateException when the store is closed; there is no exit then
     */
    void enter();

    /**
     * Begins the closing of the cursor, as {@link #enter()}, but also where a step would be refused for another reason than a
     * closed store, so that the view is unpinned there too.
     *
     * @return false when the store is closed; there is no exit then
     */
    boolean enterToClose();

    /** Ends a step. */
    void exit();

    /** Called once, when the cursor is closed: forgets the cursor and the sequence it kept alive. */
    void close();
}
