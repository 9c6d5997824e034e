package dev.kiban.internal.wal;

import dev.kiban.CorruptionException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.UnsupportedFormatException.Age;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.codec.OperationCodec;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.ReadableFile;
import dev.kiban.internal.fs.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads the groups of one log in order, up to the gap: the first place where no whole next group stands.
 *
 * <p>Before the gap, a clean end, a torn tail and damage look the same; what tells them apart comes after it.
 * {@link #scanForDurable()} looks for groups behind the gap and returns the newest sequence that one of them knew to be
 * durable. When that reaches the sequence expected at the gap, the gap lost what was promised: corruption. Otherwise
 * nobody was promised anything from the gap on, and {@link #eraseTail} removes it.
 *
 * <p>Reads in chunks; only a group larger than a chunk takes memory of its own size, and only after its length passed the
 * header's checksum and was compared with the file's. Confined to one thread.
 */
public final class WalReader implements Closeable {

    private static final int CHUNK = 256 * 1024;

    private final Path path;
    private final long logNumber;
    private final ReadableFile file;
    private final long fileSize;

    /** A part of the file, little-endian, valid up to its limit. */
    private ByteBuffer window = ByteBuffer.allocate(0);

    private long windowStart;

    private boolean tornCreation;
    private long salt;
    private boolean ended;
    private boolean started;
    private long position = WalFormat.FILE_HEADER; // where the next group should begin

    private long groupOffset;
    private int payloadOffset; // in the window
    private int payloadLength;
    private int count;
    private long firstSequence;
    private long durableSequence;

    private WalReader(Path path, long logNumber, ReadableFile file) throws IOException {
        this.path = path;
        this.logNumber = logNumber;
        this.file = file;
        this.fileSize = file.size();
    }

    /**
     * Opens a log and checks its header. A log whose creation was cut short is no error here: see
     * {@link #isTornCreation()}.
     *
     * @throws CorruptionException when the header is damaged, or belongs to another store or log
     * @throws UnsupportedFormatException when the header is whole, but of a format that this build does not read
     */
    public static WalReader open(FileSystem fileSystem, Path path, long storeIdHigh, long storeIdLow, long logNumber)
            throws IOException {
        ReadableFile file = fileSystem.openForRead(path);
        try {
            WalReader reader = new WalReader(path, logNumber, file);
            reader.readFileHeader(storeIdHigh, storeIdLow);
            return reader;
        } catch (IOException | RuntimeException e) {
            try {
                file.close();
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private void readFileHeader(long storeIdHigh, long storeIdLow) throws IOException {
        if (fileSize < WalFormat.FILE_HEADER) {
            tornCreation = true;
            ended = true;
            return;
        }
        int at = load(0, WalFormat.FILE_HEADER);
        if (window.getInt(at + WalFormat.FILE_CHECKSUM) != Checksum.of(window.array(), at, WalFormat.FILE_CHECKSUM)) {
            // The header is synced before the first group is written: with nothing behind it, it never was whole.
            if (!isZeroFrom(WalFormat.FILE_HEADER)) {
                throw new CorruptionException(path, 0, "the checksum of the log's header does not hold");
            }
            tornCreation = true;
            ended = true;
            return;
        }
        if (window.getLong(at) != WalFormat.MAGIC) {
            throw new CorruptionException(path, 0, "it is not a log");
        }
        int version = window.getInt(at + WalFormat.FILE_VERSION);
        if (version != WalFormat.VERSION) {
            Age age = Integer.compareUnsigned(version, WalFormat.VERSION) < 0 ? Age.TOO_OLD : Age.TOO_NEW;
            throw new UnsupportedFormatException(
                    path, age, "WAL format " + Integer.toUnsignedString(version), "format " + WalFormat.VERSION);
        }
        int unknown = window.getInt(at + WalFormat.FILE_INCOMPATIBLE_FEATURES) & ~WalFormat.KNOWN_FEATURES;
        if (unknown != 0) {
            throw new UnsupportedFormatException(
                    path, Age.TOO_NEW, "WAL feature bits 0x" + Integer.toHexString(unknown), "none of these");
        }
        if (window.getLong(at + WalFormat.FILE_STORE_ID) != storeIdHigh
                || window.getLong(at + WalFormat.FILE_STORE_ID + 8) != storeIdLow) {
            throw new CorruptionException(path, 0, "the log belongs to another store");
        }
        if (window.getLong(at + WalFormat.FILE_LOG_NUMBER) != logNumber) {
            throw new CorruptionException(path, 0, "the log has another number than its name");
        }
        salt = window.getLong(at + WalFormat.FILE_SALT);
    }

    private boolean isZeroFrom(long offset) throws IOException {
        int length;
        for (long from = offset; from < fileSize; from += length) {
            length = (int) Math.min(CHUNK, fileSize - from);
            int at = load(from, length);
            for (int i = at; i < at + length; i++) {
                if (window.get(i) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether the header was never completed, as a crash during creation leaves it. The log then cannot hold a group, and
     * reads as an empty one. Only the newest log can be in that state; for any other it means corruption.
     */
    public boolean isTornCreation() {
        return tornCreation;
    }

    /** Moves to the next group; false at the gap, and from then on. */
    public boolean next() throws IOException {
        if (ended || !readGroup()) {
            ended = true;
            return false;
        }
        started = true;
        position = WalFormat.align(groupOffset + WalFormat.GROUP_HEADER + payloadLength);
        return true;
    }

    private boolean readGroup() throws IOException {
        if (!isHeader(position)) {
            return false;
        }
        int at = load(position, WalFormat.GROUP_HEADER);
        int length = window.getInt(at + WalFormat.GROUP_LENGTH);
        int sequences = window.getInt(at + WalFormat.GROUP_COUNT);
        long first = window.getLong(at + WalFormat.GROUP_FIRST_SEQUENCE);
        if (length < 0
                || length > Math.min(WalFormat.MAX_PAYLOAD, fileSize - position - WalFormat.GROUP_HEADER)
                || sequences < 0
                || (started && first != nextSequence())) {
            return false;
        }
        at = load(position, WalFormat.GROUP_HEADER + length);
        int payload = at + WalFormat.GROUP_HEADER;
        if (window.getInt(at + WalFormat.GROUP_PAYLOAD_CHECKSUM)
                != Checksum.salted(salt, window.array(), payload, length)) {
            return false;
        }
        groupOffset = position;
        payloadOffset = payload;
        payloadLength = length;
        count = sequences;
        firstSequence = first;
        durableSequence = window.getLong(at + WalFormat.GROUP_DURABLE_SEQUENCE);
        return true;
    }

    /** Whether a group header of this log stands there, whole. */
    private boolean isHeader(long offset) throws IOException {
        if (offset > fileSize - WalFormat.GROUP_HEADER) {
            return false;
        }
        int at = load(offset, WalFormat.GROUP_HEADER);
        return window.getLong(at + WalFormat.GROUP_LOG_NUMBER) == logNumber
                && window.getInt(at) == Checksum.salted(salt, window.array(), at + 4, WalFormat.GROUP_HEADER - 4);
    }

    /** Brings a range of the file into the window and returns where it begins there. */
    private int load(long offset, int length) throws IOException {
        if (offset < windowStart || offset + length > windowStart + window.limit()) {
            int wanted = (int) Math.min(Math.max(length, CHUNK), fileSize - offset);
            if (window.capacity() < wanted || (window.capacity() > CHUNK && wanted <= CHUNK)) {
                window = ByteBuffer.allocate(0); // lets a large one go before another is made
                window = ByteBuffer.allocate(Math.max(wanted, Math.toIntExact(Math.min(CHUNK, fileSize))))
                        .order(ByteOrder.LITTLE_ENDIAN);
            }
            windowStart = offset;
            window.clear().limit(wanted);
            file.read(offset, window);
            window.rewind();
        }
        return (int) (offset - windowStart);
    }

    /**
     * Looks at every place from the gap on where a group could begin. Also right before any call of {@link #next()}: the
     * whole log is then searched.
     *
     * @return the newest claim found, or null when there is none
     */
    public @Nullable DurableClaim scanForDurable() throws IOException {
        if (tornCreation) {
            return null;
        }
        DurableClaim newest = null;
        for (long offset = position; offset <= fileSize - WalFormat.GROUP_HEADER; offset += WalFormat.ALIGNMENT) {
            if (isHeader(offset)) {
                long durable = window.getLong(load(offset, WalFormat.GROUP_HEADER) + WalFormat.GROUP_DURABLE_SEQUENCE);
                if (newest == null || durable > newest.durableSequence()) {
                    newest = new DurableClaim(durable, offset);
                }
            }
        }
        return newest;
    }

    /** Bytes from the gap to the last one that is not zero: what erasing the tail drops. */
    public long tornBytes() throws IOException {
        long last = position;
        int length;
        for (long from = position; from < fileSize; from += length) {
            length = (int) Math.min(CHUNK, fileSize - from);
            int at = load(from, length);
            for (int i = length - 1; i >= 0; i--) {
                if (window.get(at + i) != 0) {
                    last = from + i + 1;
                    break;
                }
            }
        }
        return last - position;
    }

    /** Cuts a log at the offset, durably: nothing that was there can be read again after a crash. */
    public static void eraseTail(FileSystem fileSystem, Path path, long offset) throws IOException {
        try (WritableFile file = fileSystem.openForWrite(path)) {
            if (file.size() > offset) {
                file.truncate(offset);
            }
            file.sync(); // also for a cut that a crash may have left without one
        }
    }

    /**
     * Shows the current group's operations in order; offsets point into {@link #payload()}.
     *
     * @return how many there are
     * @throws CorruptionException when the payload, though whole, does not hold whole operations
     * @throws UnsupportedFormatException when it holds one that this build does not know
     */
    public int forEachOperation(OperationCodec.Visitor visitor) {
        try {
            return OperationCodec.forEach(payload(), payloadOffset, payloadLength, visitor);
        } catch (ByteReader.MalformedException e) {
            throw new CorruptionException(path, groupOffset, "its group does not hold whole operations");
        } catch (OperationCodec.UnknownOperationException e) {
            throw new UnsupportedFormatException(path, Age.TOO_NEW, String.valueOf(e.getMessage()), "put and delete");
        }
    }

    /** The array that holds the current group's operations; valid until the next move. */
    public byte[] payload() {
        return window.array();
    }

    public int payloadOffset() {
        return payloadOffset;
    }

    public int payloadLength() {
        return payloadLength;
    }

    /** The sequence of the current group's first operation. */
    public long firstSequence() {
        return firstSequence;
    }

    /** How many sequences the current group takes. */
    public int count() {
        return count;
    }

    /** The newest sequence known durable when the current group was appended. */
    public long durableSequence() {
        return durableSequence;
    }

    /** Where the current group begins in the file. */
    public long groupOffset() {
        return groupOffset;
    }

    /** Whether a group was read. */
    public boolean hasGroup() {
        return started;
    }

    /** The sequence that the group after the current one must begin with; only when {@link #hasGroup()}. */
    public long nextSequence() {
        return firstSequence + count;
    }

    /** The end of the whole groups read so far; the gap, once {@link #next()} returned false. */
    public long position() {
        return position;
    }

    public long fileSize() {
        return fileSize;
    }

    public Path file() {
        return path;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
