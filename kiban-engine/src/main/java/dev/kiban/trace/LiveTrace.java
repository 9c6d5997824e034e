package dev.kiban.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A running trace to look at: what a {@link TraceSession} keeps in memory, without the power to end or mark it, so that many can
 * share one. It ends when its session does, for the engine's own trace with the store; what it holds stays readable then.
 *
 * <p>Thread safe. Looking costs the store nothing: a call copies references to lines that are there anyway, and holds up, for as
 * long, the next sample and the thread that delivers events, never a reader or writer of the store.
 */
public final class LiveTrace {

    private final TraceSession session;

    LiveTrace(TraceSession session) {
        this.session = session;
    }

    /**
     * Lines with sequences greater than the given one, oldest first; the last is the {@code end} line once the trace has ended. Pass
     * 0 first and later the sequence of the last line received. An answer whose first line is a head starts anew, with a snap as its
     * second line: the first answer does, and one to a sequence that memory no longer reaches back to, or that was never given out.
     * No sequence is refused.
     *
     * @return an hour of a busy store is some megabytes; the caller's to keep and change
     */
    public List<String> lines(long sinceSequence) {
        return session.lines(sinceSequence);
    }

    /**
     * Writes what memory holds as a trace file of its own, on the caller's thread.
     *
     * @param target takes the compressed bytes; flushed, not closed
     * @throws IOException when the target takes no more; the trace goes on
     */
    public void copyTo(OutputStream target) throws IOException {
        session.copyTo(target);
    }

    /** Whether the trace has ended: no lines will come after those it holds. */
    public boolean isClosed() {
        return session.isClosed();
    }
}
