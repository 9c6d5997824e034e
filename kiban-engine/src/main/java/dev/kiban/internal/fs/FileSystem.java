package dev.kiban.internal.fs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The seam between the engine and the machine: files, directories, locks, free space, clocks and random numbers.
 *
 * <p>Everything the engine does to the outside goes through here, so that tests can run it in memory, lose what was
 * not synced, or fail the n-th call. A full disk is reported as {@link NoSpaceException}; a missing file as
 * {@link java.nio.file.NoSuchFileException}; everything else as a plain {@link IOException}.
 *
 * <p>Thread safe. No method is disturbed by an interrupt of the calling thread, and none clears its flag.
 */
public interface FileSystem {

    /** Opens an existing immutable file for positional reads by any number of threads. */
    ReadableFile openForRead(Path file) throws IOException;

    /** Creates a file, empty; an existing one is truncated. Durable only after its sync and one of its directory. */
    WritableFile create(Path file) throws IOException;

    /** Opens an existing file for writing and keeps its content. */
    WritableFile openForWrite(Path file) throws IOException;

    boolean exists(Path file) throws IOException;

    long size(Path file) throws IOException;

    /** Names (not paths) of the entries of a directory, sorted. */
    List<String> list(Path directory) throws IOException;

    void delete(Path file) throws IOException;

    /** Renames atomically and replaces the target. Durable only after a sync of the directory. */
    void rename(Path from, Path to) throws IOException;

    void createDirectories(Path directory) throws IOException;

    /** Makes creations, renames and deletions in the directory durable. */
    void syncDirectory(Path directory) throws IOException;

    /**
     * Claims the directory for one engine: first in this JVM (by real path, across class loaders), then by an
     * operating-system lock on the file {@code LOCK}.
     *
     * @throws DirectoryLockedException when another engine holds it; the message names the holder where known
     */
    DirectoryLock lock(Path directory) throws IOException;

    /** Bytes that can still be written to the directory's volume; {@link Long#MAX_VALUE} where it has no limit. */
    long freeSpace(Path directory) throws IOException;

    /** Size of the directory's volume in bytes; {@link Long#MAX_VALUE} where it has no limit. */
    long totalSpace(Path directory) throws IOException;

    /** A monotonic clock in nanoseconds with an arbitrary origin. */
    long nanoTime();

    /** Wall-clock milliseconds since 1970, UTC. */
    long currentTimeMillis();

    /** A random number for salts and unique ids. */
    long randomLong();
}
