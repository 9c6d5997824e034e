package dev.kiban.internal;

import dev.kiban.KeyVisibility;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import dev.kiban.OptionValue;
import dev.kiban.event.TableSet;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.WritableFileStream;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.stats.EventBus;
import dev.kiban.internal.version.Catalog;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.Latency;
import dev.kiban.trace.LiveTrace;
import dev.kiban.trace.TraceLine;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceSession;
import dev.kiban.trace.TraceSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The traces of an open store: what they watch, and their end with the store. Thread safe. */
final class Traces implements TraceSource {

    private final FileSystem fs;
    private final KibanOptions options;
    private final StoreStatus status;
    private final EngineStats stats;
    private final EventBus events;
    private final Catalog catalog;
    private final Picture picture;
    private final ScheduledExecutorService timer;
    private final List<TraceSession> sessions = new ArrayList<>();
    private @Nullable LiveTrace live; // guarded by sessions

    Traces(
            FileSystem fs,
            KibanOptions options,
            StoreStatus status,
            EngineStats stats,
            EventBus events,
            Catalog catalog,
            Picture picture,
            ScheduledExecutorService timer) {
        this.fs = fs;
        this.options = options;
        this.status = status;
        this.stats = stats;
        this.events = events;
        this.catalog = catalog;
        this.picture = picture;
        this.timer = timer;
    }

    TraceSession start(TraceOptions how) {
        try {
            TraceSession session = TraceSession.start(
                    this,
                    how,
                    timer,
                    fs::nanoTime,
                    fs::currentTimeMillis,
                    file -> new WritableFileStream(fs.create(file)));
            synchronized (sessions) {
                sessions.removeIf(TraceSession::isClosed);
                sessions.add(session);
            }
            return session;
        } catch (IOException e) {
            throw status.ioFailed(e);
        }
    }

    /** The store's own trace in memory, started by the first who asks. */
    LiveTrace live() {
        synchronized (sessions) {
            if (live == null) {
                live = start(TraceOptions.defaults()).view();
            }
            return live;
        }
    }

    /** Ends every trace that is still running. */
    void close() {
        synchronized (sessions) {
            sessions.forEach(TraceSession::close);
            sessions.clear();
        }
    }

    @Override
    public KibanMetrics metrics() {
        return picture.take();
    }

    @Override
    public TableSet tables() {
        return catalog.tableSet();
    }

    @Override
    public void addListener(KibanListener listener) {
        events.add(listener);
    }

    @Override
    public void removeListener(KibanListener listener) {
        events.remove(listener);
    }

    @Override
    public KeyVisibility keyVisibility() {
        return options.keyVisibility();
    }

    @Override
    public List<OptionValue> options() {
        return options.values();
    }

    @Override
    public TraceLine.Limits limits() {
        return new TraceLine.Limits(
                options.l0SlowdownFiles(),
                options.l0StopFiles(),
                options.maxSealedMemtables(),
                options.pendingSlowdownSize(),
                options.pendingStopSize());
    }

    @Override
    public Supplier<Latency> readIntervals() {
        return stats.getLatency.intervals();
    }

    @Override
    public Supplier<Latency> writeIntervals() {
        return stats.writeLatency.intervals();
    }

    @Override
    public Supplier<Latency> syncIntervals() {
        return stats.walSyncLatency.intervals();
    }
}
