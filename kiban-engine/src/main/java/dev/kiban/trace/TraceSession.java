package dev.kiban.trace;

import dev.kiban.KibanListener;
import dev.kiban.OptionValue;
import dev.kiban.StorageException;
import dev.kiban.event.KibanEvent;
import dev.kiban.event.TableSet;
import dev.kiban.event.VersionEdited;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.Latency;
import dev.kiban.metrics.StoreState;
import dev.kiban.trace.TraceLine.End;
import dev.kiban.trace.TraceLine.EngineInfo;
import dev.kiban.trace.TraceLine.Head;
import dev.kiban.trace.TraceLine.Mark;
import dev.kiban.trace.TraceLine.Snap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A running trace of a store: once a second a sample, every change of the file set, every background event, in a ring in memory
 * and, when asked, in a file. {@link #close()} ends it; what the ring holds stays readable.
 *
 * <p>Every line has a sequence that ascends by one. The first line is the head, the second begins a snap of the file set, and every
 * minute another snap lets a reader begin there. Events that were lost on the way are noticed by the numbers of the file sets and
 * made up for by an edit, so that replaying the edits from the first snap gives every later one.
 *
 * <p>Thread safe. A sample costs microseconds on the scheduler's thread; a file is written there too, never on a thread of readers
 * or writers of the store, nor on the thread that delivers events.
 */
public final class TraceSession implements AutoCloseable {

    /** Opens the file to record to; for the engine, which brings its own file system. */
    @FunctionalInterface
    public interface FileOpener {
        OutputStream open(Path file) throws IOException;
    }

    static final long SAMPLE_MILLIS = 1_000;
    static final long KEYFRAME_MILLIS = 60_000;
    static final long SLOW_SYNC_MILLIS = 100;

    /** Ticks closer to the sample before, and counters older than the line before by more, are left out. */
    private static final long HALF_SAMPLE_MILLIS = SAMPLE_MILLIS / 2;

    private static final int MAX_MARK = 200;
    private static final AtomicLong SESSIONS = new AtomicLong();

    private final TraceSource source;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final long t0;
    private final SampleLines samples;
    private final Supplier<Latency> reads;
    private final Supplier<Latency> writes;
    private final Supplier<Latency> syncs;
    private final KibanListener listener = this::onEvent;
    private final @Nullable TraceFile file;

    /** Held while a sample is taken, so that samples keep their order; taken before the lock. */
    private final Object sampling = new Object();

    /** When the counters of the last sample were read; guarded by {@link #sampling}. */
    private long sampledAt;

    private final Object lock = new Object();
    private final TraceRing ring;
    private final TreeLines tree;
    private final TraceDigest digest = new TraceDigest();

    /** Edits that arrived before the first file set was known; null once it is. */
    private @Nullable List<KibanEvent> early = new ArrayList<>();

    private long lastQ;
    private long lastT;
    private long keyframeT;
    private StoreState lastState = StoreState.OPEN;
    private Map<String, Object> totals = Map.of();
    private boolean closed;
    private @Nullable Future<?> ticking;

    private TraceSession(
            TraceSource source,
            TraceOptions options,
            LongSupplier nanoClock,
            LongSupplier wallMillis,
            ProcessProbe process,
            @Nullable TraceFile file) {
        this.source = source;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.t0 = wallMillis.getAsLong();
        this.samples = new SampleLines(process);
        this.reads = source.readIntervals();
        this.writes = source.writeIntervals();
        this.syncs = source.syncIntervals();
        this.file = file;
        this.ring = new TraceRing(options.ring().toMillis(), options.ringBytes());
        this.tree = new TreeLines(source.keyVisibility(), new Lines());
    }

    /**
     * Starts a trace; for the engine, whose {@code startTrace} users call.
     *
     * @param source the store
     * @param options how
     * @param scheduler takes the sample each second
     * @param nanoClock monotonic nanoseconds
     * @param wallMillis milliseconds since 1970, UTC
     * @param opener opens {@link TraceOptions#file()}
     * @throws IOException when the file cannot be opened; nothing was started then
     */
    public static TraceSession start(
            TraceSource source,
            TraceOptions options,
            ScheduledExecutorService scheduler,
            LongSupplier nanoClock,
            LongSupplier wallMillis,
            FileOpener opener)
            throws IOException {
        return start(source, options, scheduler, nanoClock, wallMillis, opener, new ProcessProbe());
    }

    static TraceSession start(
            TraceSource source,
            TraceOptions options,
            ScheduledExecutorService scheduler,
            LongSupplier nanoClock,
            LongSupplier wallMillis,
            FileOpener opener,
            ProcessProbe process)
            throws IOException {
        Path path = options.file();
        TraceFile file = path == null ? null : new TraceFile(opener.open(path));
        try {
            TraceSession session = new TraceSession(source, options, nanoClock, wallMillis, process, file);
            session.begin(options, process, scheduler);
            return session;
        } catch (RuntimeException e) {
            if (file != null) {
                file.close();
            }
            throw e;
        }
    }

    private void begin(TraceOptions options, ProcessProbe process, ScheduledExecutorService scheduler) {
        source.addListener(listener);
        try {
            tellStart(options, process, scheduler);
        } catch (RuntimeException e) {
            source.removeListener(listener);
            throw e;
        }
    }

    private void tellStart(TraceOptions options, ProcessProbe process, ScheduledExecutorService scheduler) {
        TableSet first = source.tables();
        KibanMetrics metrics = source.metrics();
        synchronized (lock) {
            append(head(options, process, metrics));
            tree.begin(first);
            List<KibanEvent> missed = early == null ? List.of() : early;
            early = null;
            missed.forEach(this::tell);
        }
        sampleNow(true);
        Future<?> task = scheduler.scheduleAtFixedRate(this::tick, SAMPLE_MILLIS, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
        synchronized (lock) {
            ticking = task;
        }
    }

    /**
     * Lines with sequences greater than the given one. Pass 0 first and later the sequence of the last line received. An answer whose
     * first line is a head starts anew, with a snap as its second line: the first answer does, and one to a sequence that the ring
     * no longer reaches back to, or that was never given out.
     */
    public List<String> lines(long sinceSequence) {
        synchronized (lock) {
            return ring.since(sinceSequence);
        }
    }

    /**
     * Writes what the ring holds as a trace file of its own.
     *
     * @param target takes the compressed bytes; flushed, not closed
     */
    public void copyTo(OutputStream target) throws IOException {
        TraceWriter writer = new TraceWriter(target);
        for (String line : lines(0)) {
            writer.writeText(line);
        }
        writer.finish();
    }

    /** This trace to look at, for those who may not end it. */
    public LiveTrace view() {
        return new LiveTrace(this);
    }

    /** Names this moment, for people; names beyond 200 characters are cut. No effect after close. */
    public void mark(String name) {
        String text = name.substring(0, Math.min(name.length(), MAX_MARK));
        synchronized (lock) {
            if (!closed) {
                append(new Mark(nextQ(), now(), text));
            }
        }
    }

    /** Whether the trace has ended, by {@link #close()} or with its store. */
    public boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /**
     * Takes a last sample, writes the end line and completes the file. Idempotent.
     *
     * @throws StorageException when the recording to the file is not complete; the ring is
     */
    @Override
    public void close() {
        sampleNow(true);
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            if (ticking != null) {
                ticking.cancel(false);
            }
            String status = lastState == StoreState.OPEN ? "ok" : SampleLines.state(lastState);
            append(new End(nextQ(), now(), status, totals, digest.lines(), digest.hex()));
        }
        source.removeListener(listener);
        if (file != null) {
            file.close();
            IOException failure = file.failure();
            if (failure != null) {
                throw new StorageException(
                        "the trace file is not complete; what it holds up to the failure can be read", failure);
            }
        }
    }

    /** Takes the second's sample. After a delay the schedule catches up with ticks at once, which would tell of no time. */
    private void tick() {
        synchronized (sampling) {
            if (elapsed() - sampledAt >= HALF_SAMPLE_MILLIS) {
                sampleNow(false);
            }
        }
    }

    /**
     * What this throws would end the schedule, so a failed sample is left out.
     *
     * @param always also when the counters are old by now, because no other sample will do instead
     */
    private void sampleNow(boolean always) {
        long t;
        synchronized (sampling) {
            KibanMetrics metrics;
            long at;
            TableSet truth = null;
            try {
                metrics = source.metrics();
                // Beside the counters: a rate is the difference of theirs by that of the times, whatever holds this
                // thread up.
                at = elapsed();
                if (keyframeDue(at)) {
                    truth = source.tables();
                }
            } catch (RuntimeException e) {
                return;
            }
            synchronized (lock) {
                if (closed || (!always && lastT - at > HALF_SAMPLE_MILLIS)) {
                    return;
                }
                lastT = Math.max(lastT, at);
                sampledAt = at;
                sample(metrics, truth);
                t = lastT;
            }
        }
        if (file != null) {
            file.drain(t);
        }
    }

    private void sample(KibanMetrics metrics, @Nullable TableSet truth) {
        append(samples.sample(nextQ(), lastT, metrics, reads.get(), writes.get()));
        totals = SampleLines.totals(metrics);
        lastState = metrics.state();
        long slowest = syncs.get().maxNanos();
        if (slowest >= SLOW_SYNC_MILLIS * 1_000_000) {
            append(EventFields.slowSync(nextQ(), now(), slowest, SLOW_SYNC_MILLIS));
        }
        if (truth != null) {
            keyframe(truth);
        }
    }

    private boolean keyframeDue(long at) {
        synchronized (lock) {
            return at - keyframeT >= KEYFRAME_MILLIS;
        }
    }

    private void keyframe(TableSet truth) {
        // Edits on their way to the listener are no difference: compare only sets of one number.
        if (truth.version() == tree.version() && tree.correct(truth)) {
            append(EventFields.error(
                    nextQ(), now(), "trace", "bug", "the edits told differed from the file set and were corrected"));
        }
        tree.keyframe();
    }

    private void onEvent(KibanEvent event) {
        synchronized (lock) {
            if (early != null) {
                early.add(event);
            } else if (!closed) {
                tell(event);
            }
        }
    }

    private void tell(KibanEvent event) {
        if (event instanceof VersionEdited edit) {
            if (edit.version() == tree.version() + 1) {
                tree.edit(edit);
            } else if (edit.version() > tree.version()) {
                // Events were dropped on the way here: the difference to the set of now makes up for all of them.
                tree.correct(source.tables());
            }
            return;
        }
        TraceLine line = EventFields.line(lastQ + 1, eventTime(event), event);
        if (line != null) {
            lastQ++;
            append(line);
        }
    }

    private Head head(TraceOptions options, ProcessProbe process, KibanMetrics metrics) {
        Map<String, Object> effective = new LinkedHashMap<>();
        for (OptionValue option : source.options()) {
            effective.put(option.name(), option.value());
        }
        Map<String, Object> host = process.host();
        host.putAll(options.host());
        return new Head(
                nextQ(),
                LineEncoder.VERSION,
                metrics.name() + "-" + t0 + "-" + SESSIONS.incrementAndGet(),
                options.title(),
                new EngineInfo(metrics.name(), EngineVersion.get(), options.commit(), effective),
                options.workload(),
                host,
                t0,
                SAMPLE_MILLIS,
                metrics.levels().size(),
                source.limits());
    }

    private void append(TraceLine line) {
        String text = LineEncoder.encode(line);
        digest.add(text);
        if (line instanceof Head) {
            ring.head(text);
        } else {
            boolean keyframe = line instanceof Snap snap && !snap.continued();
            if (keyframe) {
                keyframeT = lastT;
            }
            ring.add(lastQ, lastT, keyframe, text);
        }
        if (file != null) {
            file.add(text);
        }
    }

    private long nextQ() {
        return ++lastQ;
    }

    /** Milliseconds since the start, never less than the line before said. */
    private long now() {
        lastT = Math.max(lastT, elapsed());
        return lastT;
    }

    /** Milliseconds since the start. */
    private long elapsed() {
        return (nanoClock.getAsLong() - startNanos) / 1_000_000;
    }

    /** An event's own time, as far as the line before and this moment allow: it arrives late and by another clock. */
    private long eventTime(KibanEvent event) {
        long before = lastT;
        long arrived = now();
        lastT = Math.max(before, Math.min(event.timeMillis() - t0, arrived));
        return lastT;
    }

    private final class Lines implements TreeLines.Out {
        @Override
        public long nextQ() {
            return TraceSession.this.nextQ();
        }

        @Override
        public long t() {
            return now();
        }

        @Override
        public void accept(TraceLine line) {
            append(line);
        }
    }
}
