package dev.kiban.internal.version;

import dev.kiban.event.TableInfo;
import dev.kiban.event.TableSet;
import dev.kiban.event.VersionEdited;
import dev.kiban.internal.StoreStatus;
import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.NoSpaceException;
import dev.kiban.internal.memtable.MemtableSet;
import dev.kiban.internal.table.Table;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.wal.WalFormat;
import dev.kiban.internal.wal.WalWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Which files the store consists of, now and for readers that came earlier.
 *
 * <p>Every change is one MANIFEST edit, synced before the view that shows it is published; changes happen one at a time. A file is
 * deleted only after an edit without it is durable and no reader can be inside, and never once the store has failed: the MANIFEST on
 * disk may then be an older one. Thread safe.
 */
public final class Catalog {

    private final FileSystem fs;
    private final Path directory;
    private final StoreStatus status;
    private final Function<TableMeta, Table> tables;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong nextFileNumber;
    private final ViewRegistry<View> views;
    private final ObsoleteFiles obsolete;
    private ManifestState state;
    private ManifestWriter manifest;
    private volatile boolean closed;

    /**
     * @param state what the MANIFEST says
     * @param manifest its writer, of the same state
     * @param active the memtables that take writes
     * @param tables makes the handle of a table
     * @param reclaimable called when a replaced view lost its last reader
     */
    public Catalog(
            FileSystem fs,
            Path directory,
            StoreStatus status,
            ManifestState state,
            ManifestWriter manifest,
            MemtableSet active,
            Function<TableMeta, Table> tables,
            Runnable reclaimable) {
        this.fs = fs;
        this.directory = directory;
        this.status = status;
        this.state = state;
        this.manifest = manifest;
        this.nextFileNumber = new AtomicLong(state.nextFileNumber());
        this.tables = tables;
        this.obsolete = new ObsoleteFiles(fs);
        this.views = new ViewRegistry<>(new View(1, active, List.of(), versionsOf(state)), reclaimable);
    }

    private KeyspaceMap<Version> versionsOf(ManifestState from) {
        KeyspaceMap<Version> versions = KeyspaceMap.empty();
        for (int id : from.keyspaces().keySet()) {
            List<Version.Placed> placed = new ArrayList<>();
            for (int level = 0; level < Version.LEVELS; level++) {
                for (TableMeta meta : from.tables(id, level)) {
                    placed.add(new Version.Placed(level, tables.apply(meta)));
                }
            }
            versions = versions.with(id, Version.empty().apply(placed, Set.of()));
        }
        return versions;
    }

    public ViewRegistry<View> views() {
        return views;
    }

    /** The newest view, for a look at numbers. */
    public View current() {
        return views.current();
    }

    public long newFileNumber() {
        return nextFileNumber.getAndIncrement();
    }

    /** Names by id. */
    public SortedMap<Integer, String> keyspaces() {
        lock.lock();
        try {
            return state.keyspaces();
        } finally {
            lock.unlock();
        }
    }

    /** Durably adds a keyspace; returns its id. */
    public int createKeyspace(String name) {
        lock.lock();
        try {
            int id = state.nextKeyspaceId();
            append(VersionEdit.builder().createKeyspace(id, name).build());
            View now = views.current();
            views.publish(
                    new View(
                            now.tableVersion(),
                            now.active(),
                            now.sealed(),
                            now.versions().with(id, Version.empty())),
                    List.of());
            return id;
        } finally {
            lock.unlock();
        }
    }

    /** Durably drops a keyspace and its tables. The caller has the writers' place and forgets its memtables. */
    public void dropKeyspace(int id) {
        lock.lock();
        try {
            View now = views.current();
            List<Table> gone = now.version(id).tables();
            append(VersionEdit.builder().dropKeyspace(id).build());
            views.publish(now.withTables(now.versions().without(id), now.sealed()), gone);
            publishEdit(List.of(), numbers(gone));
        } finally {
            lock.unlock();
        }
        reclaim();
    }

    /** Durably adds the next log, and makes the memtables beside it the active ones. The caller has the writers' place. */
    public void rotate(WalWriter nextLog, MemtableSet nextMemtables) {
        lock.lock();
        try {
            append(VersionEdit.builder()
                    .addLog(nextLog.logNumber())
                    .nextFileNumber(nextFileNumber.get())
                    .build());
            views.publish(views.current().sealActive(nextMemtables), List.of());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Durably replaces the oldest sealed memtables by the tables written from them; the logs that only they needed go. Tables of
     * keyspaces that were dropped meanwhile are not taken in.
     *
     * @return bytes of the tables that joined
     */
    public long installFlush(MemtableSet flushed, Collection<TableMeta> written) {
        lock.lock();
        long bytes = 0;
        List<Long> before;
        Set<Long> after;
        try {
            View now = views.current();
            List<MemtableSet> remaining = new ArrayList<>(now.sealed());
            remaining.remove(flushed);
            long oldestLog = (remaining.isEmpty() ? now.active() : remaining.get(remaining.size() - 1)).firstLog();
            VersionEdit.Builder edit = VersionEdit.builder()
                    .oldestLog(oldestLog)
                    .lastSequence(flushed.lastSequence())
                    .nextFileNumber(nextFileNumber.get());
            KeyspaceMap<Version> versions = now.versions();
            for (int i = 0; i < versions.size(); i++) {
                edit.flushedThrough(versions.idAt(i), flushed.lastSequence());
            }
            List<TableInfo> added = new ArrayList<>();
            List<Table> joined = new ArrayList<>();
            for (TableMeta meta : written) {
                Version version = versions.get(meta.keyspace());
                if (version == null) {
                    obsolete.add(file(meta), meta.size());
                    continue;
                }
                edit.addTable(0, meta);
                Table table = tables.apply(meta);
                joined.add(table);
                versions =
                        versions.with(meta.keyspace(), version.apply(List.of(new Version.Placed(0, table)), Set.of()));
                added.add(info(nameOf(meta.keyspace()), 0, meta));
                bytes += meta.size();
            }
            before = List.copyOf(state.logs());
            append(edit.build());
            after = new HashSet<>(state.logs());
            views.publish(now.withTables(versions, remaining), joined, List.of());
            publishEdit(added, List.of());
        } finally {
            lock.unlock();
        }
        for (long log : before) {
            if (!after.contains(log)) {
                obsolete.add(WalFormat.file(directory, log), 0);
            }
        }
        reclaim();
        return bytes;
    }

    /**
     * Durably replaces tables of a keyspace by others. When the keyspace was dropped meanwhile, the new tables go.
     *
     * @param removed tables and their levels, all of the keyspace
     * @param added tables and the level that they join; a moved table stands in both, with its open handle
     */
    public void installCompaction(int keyspace, List<Version.Placed> removed, List<Version.Placed> added) {
        lock.lock();
        try {
            View now = views.current();
            Version version = now.versions().get(keyspace);
            if (version == null) {
                for (Version.Placed placed : added) {
                    obsolete.add(
                            file(placed.table().meta()), placed.table().meta().size());
                }
                return;
            }
            VersionEdit.Builder edit = VersionEdit.builder().nextFileNumber(nextFileNumber.get());
            Set<Long> goneNumbers = new HashSet<>();
            for (Version.Placed placed : removed) {
                edit.removeTable(placed.table().meta().number(), placed.level());
                goneNumbers.add(placed.table().meta().number());
            }
            String name = nameOf(keyspace);
            Set<Long> kept = new HashSet<>();
            List<TableInfo> infos = new ArrayList<>();
            for (Version.Placed placed : added) {
                edit.addTable(placed.level(), placed.table().meta());
                kept.add(placed.table().meta().number());
                infos.add(info(name, placed.level(), placed.table().meta()));
            }
            Version next = version.apply(added, goneNumbers);
            append(edit.build());
            List<Table> joined = added.stream()
                    .map(Version.Placed::table)
                    .filter(table -> !goneNumbers.contains(table.meta().number()))
                    .toList();
            List<Table> dead = new ArrayList<>();
            for (Version.Placed placed : removed) {
                if (!kept.contains(placed.table().meta().number())) {
                    dead.add(placed.table());
                }
            }
            views.publish(now.withTables(now.versions().with(keyspace, next), now.sealed()), joined, dead);
            publishEdit(infos, List.copyOf(goneNumbers));
        } finally {
            lock.unlock();
        }
        reclaim();
    }

    /** Closes and deletes the tables that no reader can be inside any more. */
    public void reclaim() {
        if (closed) {
            return; // the directory may have another owner by now
        }
        for (Table table : views.reclaim()) {
            try {
                table.close();
            } catch (IOException e) {
                status.report("files", e);
            }
            obsolete.add(file(table.meta()), table.meta().size());
        }
        if (status.isWritable()) {
            obsolete.delete();
        }
    }

    /** Closes every table; the caller knows that no reader is inside. */
    public void close() {
        closed = true;
        lock.lock();
        try {
            views.reclaim().forEach(this::closeQuietly);
            KeyspaceMap<Version> versions = views.current().versions();
            for (int i = 0; i < versions.size(); i++) {
                versions.valueAt(i).tables().forEach(this::closeQuietly);
            }
            manifest.close();
        } catch (IOException e) {
            status.report("manifest", e);
        } finally {
            lock.unlock();
        }
    }

    private void closeQuietly(Table table) {
        try {
            table.close();
        } catch (IOException e) {
            status.report("files", e);
        }
    }

    /** The table files of this moment. */
    public TableSet tableSet() {
        lock.lock();
        try {
            View now = views.current();
            List<TableInfo> all = new ArrayList<>();
            for (Map.Entry<Integer, String> keyspace : state.keyspaces().entrySet()) {
                Version version = now.version(keyspace.getKey());
                for (int level = 0; level < Version.LEVELS; level++) {
                    for (Table table : version.tables(level)) {
                        all.add(info(keyspace.getValue(), level, table.meta()));
                    }
                }
            }
            return new TableSet(now.tableVersion(), List.copyOf(all));
        } finally {
            lock.unlock();
        }
    }

    /** Numbers of the live logs. */
    public List<Long> logs() {
        lock.lock();
        try {
            return List.copyOf(state.logs());
        } finally {
            lock.unlock();
        }
    }

    public long manifestBytes() {
        lock.lock();
        try {
            return manifest.size();
        } finally {
            lock.unlock();
        }
    }

    public long obsoleteBytes() {
        return obsolete.bytes() + views.pinnedBytes();
    }

    /**
     * Applies and appends. When the volume is full, nothing has changed, and the next edit begins a new MANIFEST; after any other
     * failure memory and file may differ, and the store takes no more writes.
     */
    private void append(VersionEdit edit) {
        status.requireWritable();
        try {
            if (manifest.isPoisoned()) {
                roll();
            }
            state.apply(edit);
            manifest.append(edit);
        } catch (NoSpaceException e) {
            forgetUnwritten();
            throw status.diskFull(e);
        } catch (IOException | RuntimeException | Error e) {
            throw status.fail("manifest", "the MANIFEST could not be written: " + e.getMessage(), e);
        }
        if (manifest.isGrown()) {
            rollIfPossible();
        }
    }

    /** Back to what the file says: the edit that did not fit on the volume is in memory only. */
    private void forgetUnwritten() {
        try {
            state = ManifestReader.recover(fs, directory);
        } catch (IOException | RuntimeException e) {
            throw status.fail("manifest", "the MANIFEST could not be read again: " + e.getMessage(), e);
        }
    }

    private void rollIfPossible() {
        try {
            roll();
        } catch (NoSpaceException e) {
            status.report("manifest", e); // the long one still serves
        } catch (IOException e) {
            throw status.fail("manifest", "a new MANIFEST could not be made: " + e.getMessage(), e);
        }
    }

    private void roll() throws IOException {
        ManifestWriter before = manifest;
        manifest = ManifestWriter.create(fs, directory, newFileNumber(), state);
        before.close();
        obsolete.add(directory.resolve(ManifestFormat.name(before.number())), before.size());
    }

    private Path file(TableMeta meta) {
        return directory.resolve(Table.fileName(meta.number()));
    }

    private String nameOf(int keyspace) {
        String name = state.keyspaces().get(keyspace);
        if (name == null) {
            throw new IllegalStateException("there is no keyspace " + keyspace);
        }
        return name;
    }

    private void publishEdit(List<TableInfo> added, List<Long> removed) {
        status.publish(new VersionEdited(fs.currentTimeMillis(), views.current().tableVersion(), added, removed));
    }

    private static List<Long> numbers(List<Table> gone) {
        return gone.stream().map(table -> table.meta().number()).toList();
    }

    private static TableInfo info(String keyspace, int level, TableMeta meta) {
        return new TableInfo(
                meta.number(),
                keyspace,
                level,
                meta.size(),
                meta.minKey(),
                meta.maxKey(),
                meta.entries(),
                meta.tombstones());
    }
}
