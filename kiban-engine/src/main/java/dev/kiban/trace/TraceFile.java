package dev.kiban.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The recording of a session to a file. Lines are taken in without touching the file, so that an event's thread never waits for a
 * disk; they are written when {@link #drain} is called, and flushed so that they outlive the process every {@value #FLUSH_MILLIS}
 * ms. The first failure ends the recording and is kept; nothing else of the session is disturbed.
 *
 * <p>Thread safe: {@link #add} and {@link #drain} have locks of their own.
 */
final class TraceFile {

    static final long FLUSH_MILLIS = 10_000;

    private final Object writing = new Object();
    private @Nullable TraceWriter writer;
    private long flushedAt;
    private volatile @Nullable IOException failure;

    private final Object queueing = new Object();
    private List<String> queue = new ArrayList<>();

    TraceFile(OutputStream file) throws IOException {
        this.writer = new TraceWriter(file);
    }

    void add(String line) {
        synchronized (queueing) {
            if (failure == null) {
                queue.add(line);
            }
        }
    }

    /** Writes what was added. @param t now, on the trace's clock */
    void drain(long t) {
        synchronized (writing) {
            TraceWriter to = writer;
            if (to == null) {
                return;
            }
            try {
                write(to);
                if (t - flushedAt >= FLUSH_MILLIS) {
                    flushedAt = t;
                    to.flush();
                }
            } catch (IOException e) {
                fail(to, e);
            }
        }
    }

    /** Writes the rest and completes the file. */
    void close() {
        synchronized (writing) {
            TraceWriter to = writer;
            if (to == null) {
                return;
            }
            try {
                write(to);
                writer = null;
                to.close();
            } catch (IOException e) {
                fail(to, e);
            }
        }
    }

    /** What ended the recording early; null when nothing did. */
    @Nullable
    IOException failure() {
        return failure;
    }

    private void write(TraceWriter to) throws IOException {
        List<String> lines;
        synchronized (queueing) {
            lines = queue;
            queue = new ArrayList<>();
        }
        for (String line : lines) {
            to.writeText(line);
        }
    }

    private void fail(TraceWriter to, IOException e) {
        writer = null;
        synchronized (queueing) {
            failure = e;
            queue = new ArrayList<>();
        }
        try {
            to.close();
        } catch (IOException again) {
            e.addSuppressed(again);
        }
    }
}
