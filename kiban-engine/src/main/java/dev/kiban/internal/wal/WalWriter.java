package dev.kiban.internal.wal;

import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Appends groups of operations to one log.
 *
 * <p>A group is encoded straight into the writer's buffer: {@link #beginGroup}, operations appended to what it returns,
 * {@link #endGroup}. An unbuffered group goes to the file at once, together with the buffered ones before it, in one write.
 *
 * <p>Invariants: the buffer holds whole accepted groups from {@code written} on, then perhaps one that is being encoded.
 * Every write begins at {@code written}, which only moves when a write succeeded, so what a failed write left behind is
 * overwritten by the next. A method that throws has accepted nothing: the group of a failed {@link #endGroup} is gone,
 * and the buffered groups before it stay for the next write.
 *
 * <p>The file grows by zeros that are really written, a step at a time and as part of a group's own write, so that a sync
 * seldom has to change the file's size. After a crash zeros or leftovers of failed writes may follow the last group.
 *
 * <p>Thread safety: one appending thread at a time. {@link #sync()} and the numbers may be used beside it;
 * {@link #close()} may not.
 */
public final class WalWriter implements Closeable {

    /** Zeros are written ahead in steps of this many bytes unless told otherwise. */
    public static final int DEFAULT_STEP = 64 * 1024;

    /** So many buffered bytes flush themselves. */
    static final int BUFFER_LIMIT = 256 * 1024;

    /** A buffer that one large group made bigger than this is not kept. */
    private static final int BUFFER_KEPT = 1 << 20;

    private static final int NO_GROUP = -1;

    private final Path path;
    private final long logNumber;
    private final long salt;
    private final int step;
    private final WritableFile file;

    private ByteWriter buffer = new ByteWriter(DEFAULT_STEP);
    private int accepted; // bytes of whole groups in the buffer
    private int groupStart = NO_GROUP; // where the group being encoded begins in the buffer

    private volatile long written; // end of the groups in the file
    private volatile long size;
    private volatile long bytesWritten;
    private volatile boolean syncFailed;

    private WalWriter(Path path, long logNumber, long salt, int step, WritableFile file) {
        this.path = path;
        this.logNumber = logNumber;
        this.salt = salt;
        this.step = step;
        this.file = file;
    }

    /** Creates a log with the default step. */
    public static WalWriter create(
            FileSystem fileSystem, Path directory, long logNumber, long storeIdHigh, long storeIdLow)
            throws IOException {
        return create(fileSystem, directory, logNumber, storeIdHigh, storeIdLow, DEFAULT_STEP);
    }

    /**
     * Creates a log and makes it durable: header, first zeros, and the directory's entry. A file of that name is
     * overwritten; when creation fails there is none, if it can be deleted.
     *
     * @param logNumber 1 or more, never used before in this store
     * @param step how many bytes the file grows by; 64 bytes or more
     */
    public static WalWriter create(
            FileSystem fileSystem, Path directory, long logNumber, long storeIdHigh, long storeIdLow, int step)
            throws IOException {
        if (logNumber < 1 || step < WalFormat.FILE_HEADER) {
            throw new IllegalArgumentException("log number " + logNumber + ", step " + step);
        }
        Path path = WalFormat.file(directory, logNumber);
        WritableFile file = fileSystem.create(path);
        try {
            long salt = fileSystem.randomLong();
            WalWriter writer = new WalWriter(path, logNumber, salt, step, file);
            writer.writeHeader(storeIdHigh, storeIdLow);
            file.sync();
            fileSystem.syncDirectory(directory);
            return writer;
        } catch (IOException | RuntimeException e) {
            try {
                file.close();
                fileSystem.delete(path);
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private void writeHeader(long storeIdHigh, long storeIdLow) throws IOException {
        buffer.putLong(WalFormat.MAGIC)
                .putInt(WalFormat.VERSION)
                .putInt(0) // incompatible features
                .putLong(logNumber)
                .putLong(salt)
                .putLong(storeIdHigh)
                .putLong(storeIdLow)
                .putLong(0) // reserved
                .putInt(0); // read-compatible features
        buffer.putInt(Checksum.of(buffer.array(), 0, WalFormat.FILE_CHECKSUM));
        accepted = buffer.size();
        writeAccepted();
    }

    /**
     * Begins a group, forgetting one that was begun and not ended.
     *
     * @param expectedLength about how many bytes will be appended; only a hint
     * @return where to append the group's operations; to be used only for that, and only until the group ends
     */
    public ByteWriter beginGroup(int expectedLength) {
        buffer.truncate(accepted);
        groupStart = accepted;
        return buffer.reserve(WalFormat.GROUP_HEADER + expectedLength + WalFormat.ALIGNMENT)
                .putZeros(WalFormat.GROUP_HEADER);
    }

    /**
     * Ends the group begun last and accepts it.
     *
     * @param firstSequence the sequence of its first operation
     * @param count how many sequences it takes, 0 or more
     * @param durableSequence the newest sequence known to be durable
     * @param buffered whether the bytes may wait in this process's memory
     * @throws IOException when the file could not be written; the group was then not accepted
     * @throws IllegalArgumentException when it is longer than {@link WalFormat#MAX_PAYLOAD}
     */
    public void endGroup(long firstSequence, int count, long durableSequence, boolean buffered) throws IOException {
        if (groupStart == NO_GROUP) {
            throw new IllegalStateException("no group was begun");
        }
        checkSyncs();
        int start = groupStart;
        groupStart = NO_GROUP;
        int payload = start + WalFormat.GROUP_HEADER;
        int length = buffer.size() - payload;
        if (length > WalFormat.MAX_PAYLOAD || count < 0) {
            cutBuffer(start);
            throw new IllegalArgumentException("a group of " + length + " bytes (at most " + WalFormat.MAX_PAYLOAD
                    + ") that takes " + count + " sequences");
        }
        buffer.setInt(start + WalFormat.GROUP_PAYLOAD_CHECKSUM, Checksum.salted(salt, buffer.array(), payload, length));
        buffer.setInt(start + WalFormat.GROUP_LENGTH, length);
        buffer.setInt(start + WalFormat.GROUP_COUNT, count);
        buffer.setLong(start + WalFormat.GROUP_LOG_NUMBER, logNumber);
        buffer.setLong(start + WalFormat.GROUP_FIRST_SEQUENCE, firstSequence);
        buffer.setLong(start + WalFormat.GROUP_DURABLE_SEQUENCE, durableSequence);
        buffer.setInt(start, Checksum.salted(salt, buffer.array(), start + 4, WalFormat.GROUP_HEADER - 4));
        buffer.putZeros((int) WalFormat.align(length) - length);
        accepted = buffer.size();
        if (buffered && accepted < BUFFER_LIMIT) {
            return;
        }
        try {
            writeAccepted();
        } catch (IOException | RuntimeException e) {
            accepted = start;
            cutBuffer(start);
            withdraw(written + start);
            throw e;
        }
    }

    /** Begins and ends a group whose operations are already encoded; see {@link #endGroup}. */
    public void append(
            byte[] payload,
            int offset,
            int length,
            long firstSequence,
            int count,
            long durableSequence,
            boolean buffered)
            throws IOException {
        beginGroup(length).putBytes(payload, offset, length);
        endGroup(firstSequence, count, durableSequence, buffered);
    }

    /** Writes the buffered groups to the file; when that fails they stay buffered. No sync. */
    public void flushBuffer() throws IOException {
        checkSyncs();
        groupStart = NO_GROUP;
        buffer.truncate(accepted);
        if (accepted > 0) {
            writeAccepted();
        }
    }

    /**
     * Writes all accepted groups in one call, with zeros behind them when they pass the end of those written before. A
     * write larger than a step carries none: it would gain little.
     */
    private void writeAccepted() throws IOException {
        long end = written + accepted;
        if (end > size && accepted <= step) {
            long ahead = (end + step - 1) / step * step;
            buffer.putZeros((int) (ahead - end));
        }
        int length = buffer.size();
        try {
            file.write(written, buffer.array(), 0, length);
        } finally {
            buffer.truncate(accepted);
        }
        long before = bytesWritten;
        bytesWritten = before + length;
        size = Math.max(size, written + length);
        written = end;
        accepted = 0;
        cutBuffer(0);
    }

    /**
     * Makes sure that a group that was refused is not read after a crash although the write got that far: a header that
     * was written can be overwritten, even on a full disk. The next write does the same, if this one fails.
     */
    private void withdraw(long offset) {
        try {
            file.write(offset, new byte[WalFormat.GROUP_HEADER], 0, WalFormat.GROUP_HEADER);
        } catch (IOException e) {
            // The caller throws the first failure.
        }
    }

    /** Cuts the buffer, and gives back the memory that a large group took. */
    private void cutBuffer(int kept) {
        buffer.truncate(kept);
        if (buffer.array().length > BUFFER_KEPT) {
            buffer = new ByteWriter(DEFAULT_STEP).putBytes(buffer.array(), 0, kept);
        }
    }

    /**
     * Makes durable what was written to the file before the call; buffered groups are not part of it. After a failure
     * nothing is known, and the log takes neither syncs nor writes any more.
     */
    public void sync() throws IOException {
        checkSyncs();
        try {
            file.sync();
        } catch (IOException | RuntimeException e) {
            syncFailed = true;
            throw e;
        }
    }

    private void checkSyncs() throws IOException {
        if (syncFailed) {
            throw new IOException("a sync of " + path + " failed: it is not used any more");
        }
    }

    public Path file() {
        return path;
    }

    public long logNumber() {
        return logNumber;
    }

    /** Where the next group will begin, in bytes; counts buffered groups. Only for the appending thread. */
    public long position() {
        return written + accepted;
    }

    /** The end of the groups that are in the file, in bytes from its start. */
    public long writtenPosition() {
        return written;
    }

    /** Bytes of accepted groups that wait in memory. Only for the appending thread. */
    public int bufferedBytes() {
        return accepted;
    }

    /** Bytes given to the file system in successful writes: header, groups and zeros. */
    public long bytesWritten() {
        return bytesWritten;
    }

    /** The file's size in bytes, with the zeros written ahead. */
    public long size() {
        return size;
    }

    /** Closes the file: flushes nothing, syncs nothing, truncates nothing. Idempotent. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
