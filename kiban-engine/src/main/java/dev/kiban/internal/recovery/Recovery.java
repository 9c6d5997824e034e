package dev.kiban.internal.recovery;

import dev.kiban.CorruptionException;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.ManifestReader;
import dev.kiban.internal.version.ManifestState;
import dev.kiban.internal.version.ManifestWriter;
import dev.kiban.internal.version.StoreFiles;
import dev.kiban.internal.version.Version;
import dev.kiban.internal.version.VersionEdit;
import dev.kiban.internal.wal.WalFormat;
import dev.kiban.internal.wal.WalReader;
import dev.kiban.internal.wal.WalWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * From the files of a closed or crashed store to what an engine starts with.
 *
 * <p>The MANIFEST says which tables and logs make up the store; all of them must be there. The logs are replayed ({@link Replay});
 * what was replayed is synced or written to tables, so that it is as durable as what follows. Every open ends with a new MANIFEST and
 * a new log. A crash anywhere in here leaves a store that recovers the same.
 *
 * <p>Used once, by one thread, under the directory's lock.
 */
public final class Recovery {

    /** More logs than this are not carried along by small memtables, so that crash loops do not pile them up. */
    private static final int MAX_CARRIED_LOGS = 4;

    private final FileSystem fs;
    private final Path directory;
    private final String defaultKeyspace;
    private final long memtableSize;
    private final MemtableFlush flush;

    /** Writes recovered memtables to tables. */
    @FunctionalInterface
    public interface MemtableFlush {

        /** Writes the set to tables of L0, durably. */
        List<TableMeta> flush(ManifestState state, MemtableSet memtables, LongSupplier fileNumbers) throws IOException;
    }

    /**
     * What an engine starts with.
     *
     * @param state what the MANIFEST says
     * @param manifest its writer
     * @param log the new log
     * @param memtables recovered writes, to go on with
     * @param lastSequence the newest write; all up to it are durable
     * @param records operations replayed
     * @param bytes log bytes replayed
     * @param droppedBytes bytes of torn tails that were erased
     */
    public record Recovered(
            ManifestState state,
            ManifestWriter manifest,
            WalWriter log,
            MemtableSet memtables,
            long lastSequence,
            long records,
            long bytes,
            long droppedBytes) {}

    /**
     * @param defaultKeyspace name of the keyspace with id 0, made with the store
     * @param memtableSize bytes at which replayed memtables are written to tables
     */
    public Recovery(FileSystem fs, Path directory, String defaultKeyspace, long memtableSize, MemtableFlush flush) {
        this.fs = fs;
        this.directory = directory;
        this.defaultKeyspace = defaultKeyspace;
        this.memtableSize = memtableSize;
        this.flush = flush;
    }

    /** Recovers the store of the directory, or makes one. */
    public Recovered run() throws IOException {
        ManifestState state = ManifestReader.recover(fs, directory);
        if (state.manifestNumber() == 0) {
            state.apply(VersionEdit.builder().createKeyspace(0, defaultKeyspace).build());
        }
        requireTables(state);
        requireNoForgottenLog(state);
        Replay replay = new Replay(fs, directory, state, memtableSize, set -> flush(state, set));
        replay.run();
        MemtableSet recovered = replay.memtables();
        boolean carried = !recovered.isEmpty()
                && state.logs().tailSet(recovered.firstLog()).size() <= MAX_CARRIED_LOGS
                && recovered.memoryBytes() <= memtableSize / 2;
        if (carried) {
            replay.makeLogsDurable(recovered.firstLog());
        } else if (!recovered.isEmpty()) {
            flush(state, recovered);
        }
        long last = replay.lastSequence();
        VersionEdit.Builder reached = VersionEdit.builder().lastSequence(last);
        if (!carried) {
            // No log is needed any more: what is in no table either was written to keyspaces that are gone.
            state.keyspaces().keySet().forEach(keyspace -> reached.flushedThrough(keyspace, last));
        }
        state.apply(reached.build());
        ManifestWriter manifest = ManifestWriter.create(fs, directory, state.nextFileNumber(), state);
        WalWriter log = null;
        try {
            log = WalWriter.create(
                    fs,
                    directory,
                    state.nextFileNumber(),
                    state.storeId().getMostSignificantBits(),
                    state.storeId().getLeastSignificantBits());
            long firstLog = carried ? recovered.firstLog() : log.logNumber();
            VersionEdit start = VersionEdit.builder()
                    .addLog(log.logNumber())
                    .oldestLog(firstLog)
                    .build();
            state.apply(start);
            manifest.append(start);
            deleteStrangers(state);
            return new Recovered(
                    state,
                    manifest,
                    log,
                    carried ? recovered : new MemtableSet(firstLog),
                    last,
                    replay.records(),
                    replay.bytes(),
                    replay.droppedBytes() + state.droppedTailBytes());
        } catch (IOException | RuntimeException e) {
            closeAfter(e, manifest);
            closeAfter(e, log);
            throw e;
        }
    }

    private static void closeAfter(Exception failure, @Nullable Closeable file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void requireTables(ManifestState state) throws IOException {
        for (int keyspace : state.keyspaces().keySet()) {
            for (int level = 0; level < Version.LEVELS; level++) {
                for (TableMeta meta : state.tables(keyspace, level)) {
                    requireTable(meta);
                }
            }
        }
    }

    /**
     * Only a log that the MANIFEST names gets writes, and those it does not name any more are older than those it names. A newer one
     * with writes means that the MANIFEST lost its end.
     */
    private void requireNoForgottenLog(ManifestState state) throws IOException {
        for (String name : fs.list(directory)) {
            if (state.logs().isEmpty() && Table.numberOf(name) >= 0) {
                // A store gets its first log before its first table.
                throw new CorruptionException(
                        directory.resolve(name), -1, "the MANIFEST, which lost its end, does not name it");
            }
            OptionalLong log = WalFormat.logNumber(name);
            if (log.isEmpty()
                    || (!state.logs().isEmpty()
                            && log.getAsLong() <= state.logs().last())) {
                continue;
            }
            try (WalReader reader = WalReader.open(
                    fs,
                    directory.resolve(name),
                    state.storeId().getMostSignificantBits(),
                    state.storeId().getLeastSignificantBits(),
                    log.getAsLong())) {
                if (!reader.isTornCreation() && reader.next()) {
                    throw new CorruptionException(
                            reader.file(),
                            -1,
                            "it holds writes, but the MANIFEST, which lost its end, does not name it");
                }
            }
        }
    }

    private void requireTable(TableMeta meta) throws IOException {
        Path file = directory.resolve(Table.fileName(meta.number()));
        if (!fs.exists(file)) {
            throw new CorruptionException(file, -1, "it is missing");
        }
        long size = fs.size(file);
        if (size != meta.size()) {
            throw new CorruptionException(
                    file, Math.min(size, meta.size()), "it has " + size + " bytes instead of " + meta.size());
        }
    }

    /** Writes the set to tables, which the next MANIFEST will name; until then the logs still hold everything. */
    private void flush(ManifestState state, MemtableSet set) throws IOException {
        LongSupplier fileNumbers = () -> {
            long number = state.nextFileNumber();
            state.apply(VersionEdit.builder().nextFileNumber(number + 1).build());
            return number;
        };
        VersionEdit.Builder edit = VersionEdit.builder();
        flush.flush(state, set, fileNumbers).forEach(meta -> edit.addTable(0, meta));
        state.keyspaces().keySet().forEach(keyspace -> edit.flushedThrough(keyspace, set.lastSequence()));
        state.apply(edit.build());
    }

    /** Deletes files of the store's kinds that the MANIFEST does not name: remains of work that a crash cut short. */
    private void deleteStrangers(ManifestState state) throws IOException {
        for (String name : fs.list(directory)) {
            if (StoreFiles.isStranger(name, state)) {
                fs.delete(directory.resolve(name));
            }
        }
    }
}
