package dev.kiban.internal.recovery;

import dev.kiban.CorruptionException;
import dev.kiban.internal.codec.OperationCodec;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.version.ManifestState;
import dev.kiban.internal.wal.DurableClaim;
import dev.kiban.internal.wal.WalFormat;
import dev.kiban.internal.wal.WalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replays the live logs into memtables, in order, up to the first gap: a place where a log ends although something follows that does
 * not continue it.
 *
 * <p>What lies behind the gap is dropped, unless a group there says that writes missing at the gap had been synced: that is damage,
 * and is reported. Confined to one thread.
 */
final class Replay implements OperationCodec.Visitor {

    private final FileSystem fs;
    private final Path directory;
    private final ManifestState state;
    private final long memtableSize;
    private final Overflow overflow;
    private final Map<Integer, Long> flushedThrough = new HashMap<>();

    /** Where the replayed part of each log ends. */
    private final SortedMap<Long, Long> ends = new TreeMap<>();

    private MemtableSet memtables;
    private byte[] payload = new byte[0];
    private Path file;
    private long groupOffset;
    private long sequence;
    private boolean started;
    private boolean gap;
    private long records;
    private long bytes;
    private long droppedBytes;

    /** Takes memtables that have grown too large. */
    @FunctionalInterface
    interface Overflow {

        void flush(MemtableSet full) throws IOException;
    }

    Replay(FileSystem fs, Path directory, ManifestState state, long memtableSize, Overflow overflow) {
        this.fs = fs;
        this.directory = directory;
        this.state = state;
        this.memtableSize = memtableSize;
        this.overflow = overflow;
        this.sequence = state.lastSequence();
        this.memtables = new MemtableSet(0);
        this.file = directory;
        state.keyspaces().keySet().forEach(keyspace -> flushedThrough.put(keyspace, state.flushedThrough(keyspace)));
    }

    void run() throws IOException {
        for (long log : state.logs()) {
            file = WalFormat.file(directory, log);
            if (!fs.exists(file)) {
                throw new CorruptionException(file, -1, "it is missing, with the writes that only it holds");
            }
            try (WalReader reader = WalReader.open(
                    fs,
                    file,
                    state.storeId().getMostSignificantBits(),
                    state.storeId().getLeastSignificantBits(),
                    log)) {
                if (reader.isTornCreation()) {
                    // A log joins the MANIFEST only once its header is durable.
                    throw new CorruptionException(file, 0, "the log's header is not whole");
                }
                ends.put(log, reader.position());
                if (!gap) {
                    replay(log, reader);
                }
                if (gap) {
                    drop(reader);
                }
            }
        }
        requireEverythingDurable();
    }

    /** The MANIFEST counts only durable writes: what it knows of is in the tables, or was in the logs. */
    private void requireEverythingDurable() {
        long inTables = flushedThrough.values().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        long reached = Math.max(inTables, started ? sequence : 0);
        if (reached < state.lastSequence()) {
            throw new CorruptionException(
                    file,
                    -1,
                    "the logs end at write " + reached + ", but up to number " + state.lastSequence()
                            + " they had been synced");
        }
        sequence = reached;
    }

    private void replay(long log, WalReader reader) throws IOException {
        if (memtables.isEmpty()) {
            memtables = new MemtableSet(log);
        }
        while (reader.next()) {
            if (!continues(reader)) {
                gap = true;
                break;
            }
            apply(reader);
            ends.put(log, reader.position());
            if (memtables.memoryBytes() >= memtableSize) {
                overflow.flush(memtables);
                memtables = new MemtableSet(log);
            }
        }
        if (!gap) {
            requireNotDurable(reader.scanForDurable());
            droppedBytes += reader.tornBytes();
        }
    }

    /** The oldest log may begin with writes that tables already hold; from then on each group follows the one before. */
    private boolean continues(WalReader reader) {
        if (started) {
            return reader.firstSequence() == sequence + 1;
        }
        return reader.firstSequence() <= sequence + 1;
    }

    private void apply(WalReader reader) {
        payload = reader.payload();
        groupOffset = reader.groupOffset();
        sequence = reader.firstSequence() - 1;
        started = true;
        int count = reader.forEachOperation(this);
        if (count != reader.count()) {
            throw new CorruptionException(
                    file, groupOffset, "the group has " + count + " operations instead of " + reader.count());
        }
        if (memtables.all().size() > 0) {
            memtables.advance(sequence);
        }
        records += count;
        bytes += reader.payloadLength();
    }

    @Override
    public void visit(int kind, int keyspace, int keyOffset, int keyLength, int valueOffset, int valueLength) {
        sequence++;
        Long flushed = flushedThrough.get(keyspace);
        if (flushed == null) {
            if (keyspace >= state.nextKeyspaceId()) {
                throw new CorruptionException(
                        file, groupOffset, "a write to keyspace " + keyspace + ", of which the MANIFEST does not know");
            }
            return; // dropped since
        }
        if (sequence > flushed) {
            memtables.writable(keyspace).put(payload, keyOffset, keyLength, sequence, kind, valueOffset, valueLength);
        }
    }

    /** Looks through a log behind the gap. */
    private void drop(WalReader reader) throws IOException {
        do {
            if (reader.hasGroup()) {
                requireNotDurable(new DurableClaim(reader.durableSequence(), reader.groupOffset()));
                droppedBytes += reader.payloadLength();
            }
        } while (reader.next());
        requireNotDurable(reader.scanForDurable());
        droppedBytes += reader.tornBytes();
    }

    private void requireNotDurable(@Nullable DurableClaim claim) {
        if (claim != null && claim.durableSequence() > sequence) {
            throw new CorruptionException(
                    file,
                    claim.offset(),
                    "the writes after number " + sequence
                            + " are not readable, but this group says that they were synced up to number "
                            + claim.durableSequence());
        }
    }

    /** Cuts the logs from the given one on where their replayed part ends, and syncs them. */
    void makeLogsDurable(long from) throws IOException {
        for (Map.Entry<Long, Long> log : ends.tailMap(from).entrySet()) {
            WalReader.eraseTail(fs, WalFormat.file(directory, log.getKey()), log.getValue());
        }
    }

    /** What was replayed and not flushed. */
    MemtableSet memtables() {
        return memtables;
    }

    /** The newest write that the logs or tables hold. */
    long lastSequence() {
        return sequence;
    }

    long records() {
        return records;
    }

    long bytes() {
        return bytes;
    }

    long droppedBytes() {
        return droppedBytes;
    }
}
