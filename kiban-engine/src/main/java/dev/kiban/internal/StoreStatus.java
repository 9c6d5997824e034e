package dev.kiban.internal;

import dev.kiban.CorruptionException;
import dev.kiban.DiskFullException;
import dev.kiban.KibanException;
import dev.kiban.StorageException;
import dev.kiban.StoreFailedException;
import dev.kiban.event.BackgroundError;
import dev.kiban.event.KibanEvent;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.stats.EngineStats;
import dev.kiban.internal.stats.EventBus;
import dev.kiban.metrics.StoreState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether the store may be written to, and the one place where failures become exceptions, events and counts.
 *
 * <p>A store that failed once refuses writes until it is reopened; reads go on. Thread safe.
 */
public final class StoreStatus {

    private final FileSystem fs;
    private final Path directory;
    private final EngineStats stats;
    private final EventBus events;
    private final AtomicReference<@Nullable StoreFailedException> failure = new AtomicReference<>();
    private volatile boolean closing;

    public StoreStatus(FileSystem fs, Path directory, EngineStats stats, EventBus events) {
        this.fs = fs;
        this.directory = directory;
        this.stats = stats;
        this.events = events;
    }

    /** Open, or read-only after a failure; FAILED when data is known to be damaged. */
    public StoreState state() {
        if (failure.get() != null) {
            return StoreState.READ_ONLY;
        }
        return stats.corruptionErrors.sum() > 0 ? StoreState.FAILED : StoreState.OPEN;
    }

    public boolean isWritable() {
        return failure.get() == null;
    }

    /** Says that the store closes: calls that wait for maintenance end, calls that do not may finish. */
    public void closing() {
        closing = true;
    }

    public boolean isClosing() {
        return closing;
    }

    /**
     * @throws StoreFailedException after a failure
     */
    public void requireWritable() {
        StoreFailedException cause = failure.get();
        if (cause != null) {
            throw new StoreFailedException(String.valueOf(cause.getMessage()), cause);
        }
    }

    /**
     * For the end of a store that failed.
     *
     * @throws StoreFailedException when writes were accepted that are not known to be durable
     */
    void requireDurable(long durable, long accepted) {
        if (durable < accepted) {
            throw new StoreFailedException(
                    "the store " + directory + " is closed, but it had failed before: the " + (accepted - durable)
                            + " writes after number " + durable + " may not survive a power loss",
                    failure.get());
        }
    }

    /**
     * For calls that wait for maintenance.
     *
     * @throws StoreFailedException after a failure
     * @throws IllegalStateException while the store closes
     */
    public void requireRunning() {
        requireWritable();
        if (closing) {
            throw new IllegalStateException("the store " + directory + " is closed");
        }
    }

    /** Makes the store read-only, once; returns what to throw. */
    public StoreFailedException fail(String component, String problem, Throwable cause) {
        StoreFailedException first = new StoreFailedException(
                "the store " + directory + " takes no more writes: " + problem + ". Close it and open it again", cause);
        if (failure.compareAndSet(null, first)) {
            report(component, cause);
            return first;
        }
        StoreFailedException before = failure.get();
        return before == null ? first : before;
    }

    /** A write to a log or MANIFEST failed and left no trace: a full disk is the caller's to retry, anything else fails the store. */
    public KibanException writeFailed(String component, IOException cause) {
        if (cause instanceof NoSpaceException full) {
            report(component, cause);
            return diskFull(full);
        }
        return fail(component, "a write failed: " + cause.getMessage(), cause);
    }

    /** What a caller is told when the volume is full. */
    public DiskFullException diskFull(NoSpaceException cause) {
        return new DiskFullException(
                "the volume of " + directory + " is full, and the call had no effect. Free space and retry it", cause);
    }

    /** A read failed; the store itself goes on. */
    public KibanException readFailed(IOException cause) {
        report("table", cause);
        return ioFailed(cause);
    }

    /** What a caller is told of a failure that was reported already. */
    public KibanException ioFailed(IOException cause) {
        if (cause instanceof NoSpaceException full) {
            return diskFull(full);
        }
        return new StorageException(
                "a file of " + directory + " could not be read or written: " + cause.getMessage()
                        + ". Check the disk and retry, or restore the store from a copy",
                cause);
    }

    /** Counts damage that a reader met, and tells listeners. */
    public CorruptionException damaged(CorruptionException cause) {
        report("table", cause);
        return cause;
    }

    /** Counts a failure in the background and tells listeners. */
    public void report(String component, Throwable cause) {
        String kind = kindOf(cause);
        String message = component + ": " + cause;
        stats.error(kind, message);
        publish(new BackgroundError(fs.currentTimeMillis(), component, kind, message));
    }

    private static String kindOf(Throwable cause) {
        if (cause instanceof CorruptionException) {
            return "corruption";
        }
        if (cause instanceof NoSpaceException || cause instanceof DiskFullException) {
            return "disk_full";
        }
        return cause instanceof IOException || cause instanceof KibanException ? "io" : "bug";
    }

    public void publish(KibanEvent event) {
        events.publish(event);
    }
}
