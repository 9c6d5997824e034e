package dev.kiban.internal.version;

import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.fs.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes one MANIFEST: made from a state, then grown edit by edit, each durable when {@link #append} returns.
 *
 * <p>Invariants: {@code CURRENT} names the file only once its first record is durable; after a failed write or sync nothing is
 * ever written or synced again here, since what the disk holds is then unknown (a sync that failed once may report success the
 * next time without having written). Of the failures, {@link NoSpaceException} alone says that the edit was not durable and
 * that the state may go into a new MANIFEST once there is space; after any other the store takes no writes until it is
 * reopened, and no file is deleted.
 *
 * <p>Appends come one at a time, under the lock that guards the state; {@link #size} and {@link #number} may be asked by any
 * thread.
 */
public final class ManifestWriter implements Closeable {

    /** A MANIFEST below this size is not worth a roll. */
    private static final long SMALLEST_ROLL = 1 << 20;

    private final WritableFile file;
    private final long number;
    private final long salt;
    private final long snapshotSize;
    private final ByteWriter buffer = new ByteWriter(1024);
    private volatile long size;
    private volatile @Nullable Throwable failure;

    private ManifestWriter(WritableFile file, long number, long salt, long snapshotSize) {
        this.file = file;
        this.number = number;
        this.salt = salt;
        this.snapshotSize = snapshotSize;
        this.size = snapshotSize;
    }

    /**
     * Makes a MANIFEST that holds the state and puts it in charge. On return it is durable, the state knows its number, and
     * older MANIFEST files may be deleted.
     *
     * @param number a file number that was never used: the state's {@link ManifestState#nextFileNumber}. A store's first
     *     MANIFEST has number 1 and names no log or table, so that a crash in between leaves nothing that looks like a store
     * @throws NoSpaceException when there was no space: the MANIFEST before, if there was one, stays in charge and in use
     * @throws IOException when it is unknown which MANIFEST is in charge: nothing may be written until the store is reopened
     */
    public static ManifestWriter create(FileSystem fs, Path directory, long number, ManifestState state)
            throws IOException {
        if (state.manifestNumber() == 0) {
            requireFirst(number, state);
        }
        state.useFileNumber(number);
        long salt = fs.randomLong();
        ByteWriter content = new ByteWriter(4096);
        content.putBytes(ManifestFormat.header(state.storeId(), number, salt, fs.currentTimeMillis()));
        ManifestFormat.putRecord(state.snapshot(), salt, content);
        Path path = directory.resolve(ManifestFormat.name(number));
        Path temporary = directory.resolve(ManifestFormat.CURRENT_TEMPORARY);
        WritableFile file = null;
        try {
            file = fs.create(path);
            file.write(0, content.array(), 0, content.size());
            file.sync();
            writeTemporary(fs, temporary, ManifestFormat.current(ManifestFormat.name(number)));
            // The new file's name must be durable before CURRENT can be seen to hold it.
            fs.syncDirectory(directory);
        } catch (IOException e) {
            close(file, e);
            if (e instanceof NoSpaceException) {
                delete(fs, path, e);
                delete(fs, temporary, e);
            }
            throw e;
        }
        try {
            fs.rename(temporary, directory.resolve(ManifestFormat.CURRENT));
            fs.syncDirectory(directory);
        } catch (IOException e) {
            close(file, e);
            throw unknown("CURRENT may or may not name " + path.getFileName(), e);
        }
        state.setManifestNumber(number);
        return new ManifestWriter(file, number, salt, content.size());
    }

    private static void requireFirst(long number, ManifestState state) {
        if (number != ManifestFormat.FIRST_MANIFEST
                || state.tableCount() > 0
                || !state.logs().isEmpty()) {
            throw new IllegalArgumentException("a store begins with MANIFEST 1, before any log or table");
        }
    }

    private static void writeTemporary(FileSystem fs, Path temporary, byte[] content) throws IOException {
        try (WritableFile file = fs.create(temporary)) {
            file.write(0, content, 0, content.length);
            file.sync();
        }
    }

    /**
     * Appends the edit and makes it durable. Apply it to the state first, which refuses what does not fit.
     *
     * @throws NoSpaceException when it could not be written: it was not made durable, a new MANIFEST can take over
     * @throws IOException when it is unknown whether the edit is durable, and at every call after a failed one
     */
    public void append(VersionEdit edit) throws IOException {
        Throwable earlier = failure;
        if (earlier != null) {
            throw new IOException("MANIFEST " + number + " takes no edits since a write or sync of it failed", earlier);
        }
        buffer.clear();
        ManifestFormat.putRecord(edit, salt, buffer);
        if (buffer.size() == 0) {
            return;
        }
        long end = size + buffer.size();
        try {
            file.write(size, buffer.array(), 0, buffer.size());
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            throw e;
        }
        try {
            file.sync();
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            throw unknown("the last edit of MANIFEST " + number + " may or may not be durable", e);
        }
        size = end;
    }

    /** Bytes of the file, of whole durable records. */
    public long size() {
        return size;
    }

    public long number() {
        return number;
    }

    /** Whether so much was appended that a new MANIFEST would be much smaller: beyond 1 MiB and four times the first state. */
    public boolean isGrown() {
        return size > Math.max(SMALLEST_ROLL, 4 * snapshotSize);
    }

    /** Whether a write or sync failed, so that every append will. */
    public boolean isPoisoned() {
        return failure != null;
    }

    /** Idempotent. Everything appended is durable already. */
    @Override
    public void close() throws IOException {
        file.close();
    }

    /** A failure of which nothing is known, whatever its kind: no space in a sync is as bad as any other. */
    private static IOException unknown(String what, Throwable cause) {
        return new IOException(what, cause);
    }

    private static void close(@Nullable WritableFile file, IOException reason) {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                reason.addSuppressed(e);
            }
        }
    }

    private static void delete(FileSystem fs, Path path, IOException reason) {
        try {
            if (fs.exists(path)) {
                fs.delete(path);
            }
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }
}
