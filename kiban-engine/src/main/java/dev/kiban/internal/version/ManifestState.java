package dev.kiban.internal.version;

import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.TableMeta;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the MANIFEST says: the sum of its edits. Recovery builds it, the engine keeps it up to date and rolls the MANIFEST
 * from it.
 *
 * <p>Invariants: every table belongs to a keyspace and stands in one level; in L1 and below no two tables of a keyspace share
 * a key; file numbers, keyspace ids, logs and sequences only grow. An edit that would break one is refused.
 *
 * <p>The engine applies an edit first and appends it after, so that nothing unfit reaches the file. Not thread safe: the
 * engine guards it with the lock under which it appends.
 */
public final class ManifestState {

    private final UUID storeId;
    private final TreeMap<Integer, KeyspaceFiles> keyspaces = new TreeMap<>();
    private final Set<String> names = new HashSet<>();
    private final Map<Long, VersionEdit.AddedTable> tables = new HashMap<>();
    private final TreeSet<Long> logs = new TreeSet<>();
    private long newestLog = -1;
    private long oldestLog;
    private long nextFileNumber = 1;
    private int nextKeyspaceId;
    private long lastSequence;
    private long manifestNumber;
    private long droppedTailBytes;

    /** The state of a store that has nothing yet. */
    public ManifestState(UUID storeId) {
        this.storeId = storeId;
    }

    /** Chosen at random when the store was made; every MANIFEST of it carries it. */
    public UUID storeId() {
        return storeId;
    }

    /** Names by id, ascending; a copy. */
    public SortedMap<Integer, String> keyspaces() {
        SortedMap<Integer, String> names = new TreeMap<>();
        keyspaces.forEach((id, files) -> names.put(id, files.name));
        return names;
    }

    /** The tables of one level in the level's order (L0 newest first, below by key); a copy. */
    public List<TableMeta> tables(int keyspace, int level) {
        return List.copyOf(keyspaceOf(keyspace).level(level));
    }

    /** How many tables the store has. */
    public int tableCount() {
        return tables.size();
    }

    public boolean hasTable(long number) {
        return tables.containsKey(number);
    }

    /** Every write to the keyspace up to this sequence is in tables; 0 when none is. */
    public long flushedThrough(int keyspace) {
        return keyspaceOf(keyspace).flushedThrough;
    }

    /** Numbers of the logs that may hold writes which no table has, ascending; a view that cannot be changed. */
    public SortedSet<Long> logs() {
        return Collections.unmodifiableSortedSet(logs);
    }

    /** Greater than every file number ever used: of tables, logs and MANIFESTs alike. */
    public long nextFileNumber() {
        return nextFileNumber;
    }

    /** Greater than every keyspace id ever used. */
    public int nextKeyspaceId() {
        return nextKeyspaceId;
    }

    /** The greatest sequence that is known to be used; the logs may hold greater ones. */
    public long lastSequence() {
        return lastSequence;
    }

    /** Number of the MANIFEST in charge; 0 as long as the store has none, that is, before it is made. */
    public long manifestNumber() {
        return manifestNumber;
    }

    /** Bytes of a torn record that recovery left aside at the end of the MANIFEST. */
    public long droppedTailBytes() {
        return droppedTailBytes;
    }

    /**
     * Applies the edit.
     *
     * @throws InvalidEditException when it does not fit; the state is then of no more use
     */
    public void apply(VersionEdit edit) {
        edit.removedTables().forEach(this::remove);
        edit.droppedKeyspaces().forEach(this::drop);
        edit.createdKeyspaces().forEach(this::create);
        edit.addedTables().forEach(this::add);
        edit.flushedThrough().forEach(this::raiseFlushedThrough);
        edit.addedLogs().forEach(this::addLog);
        if (edit.oldestLog() > oldestLog) {
            oldestLog = edit.oldestLog();
            logs.headSet(oldestLog).clear();
        }
        nextFileNumber = Math.max(nextFileNumber, edit.nextFileNumber());
        nextKeyspaceId = (int) Math.max(nextKeyspaceId, edit.nextKeyspaceId());
        lastSequence = Math.max(lastSequence, edit.lastSequence());
    }

    /** One edit that builds this state from nothing: what a new MANIFEST starts with. */
    public VersionEdit snapshot() {
        VersionEdit.Builder edit = VersionEdit.builder();
        keyspaces.forEach((id, files) -> {
            edit.createKeyspace(id, files.name);
            for (int level = 0; level < Version.LEVELS; level++) {
                for (TableMeta meta : files.level(level)) {
                    edit.addTable(level, meta);
                }
            }
            if (files.flushedThrough > 0) {
                edit.flushedThrough(id, files.flushedThrough);
            }
        });
        logs.forEach(edit::addLog);
        return edit.oldestLog(oldestLog)
                .nextFileNumber(nextFileNumber)
                .nextKeyspaceId(nextKeyspaceId)
                .lastSequence(lastSequence)
                .build();
    }

    void setManifestNumber(long number) {
        manifestNumber = number;
    }

    void setDroppedTailBytes(long bytes) {
        droppedTailBytes = bytes;
    }

    void useFileNumber(long number) {
        require(number > 0 && number < Long.MAX_VALUE, "file number " + number + " is out of range");
        nextFileNumber = Math.max(nextFileNumber, number + 1);
    }

    private void create(int id, String name) {
        require(id >= nextKeyspaceId && id < Integer.MAX_VALUE, "keyspace " + id + " is created again");
        require(names.add(name), "keyspace " + id + " has the name of another");
        keyspaces.put(id, new KeyspaceFiles(name));
        nextKeyspaceId = id + 1;
    }

    private void drop(int id) {
        KeyspaceFiles gone = keyspaces.remove(id);
        if (gone == null) {
            throw new InvalidEditException("keyspace " + id + " is dropped but unknown");
        }
        names.remove(gone.name);
        tables.values().removeIf(table -> table.meta().keyspace() == id);
    }

    private void remove(VersionEdit.RemovedTable removed) {
        VersionEdit.AddedTable table = tables.remove(removed.number());
        if (table == null || table.level() != removed.level()) {
            throw new InvalidEditException(
                    "table " + removed.number() + " is removed from level " + removed.level() + " but is not in it");
        }
        keyspaceOf(table.meta().keyspace()).level(removed.level()).remove(table.meta());
    }

    private void add(VersionEdit.AddedTable added) {
        TableMeta meta = added.meta();
        String name = "table " + meta.number();
        require(added.level() >= 0 && added.level() < Version.LEVELS, name + " is added to level " + added.level());
        KeyspaceFiles files = keyspaces.get(meta.keyspace());
        if (files == null) {
            throw new InvalidEditException(name + " is of keyspace " + meta.keyspace() + ", which is unknown");
        }
        require(Keys.compare(meta.minKey(), meta.maxKey()) <= 0, name + " has its keys the wrong way round");
        require(
                meta.minSequence() >= 0 && meta.minSequence() <= meta.maxSequence(),
                name + " has sequences " + meta.minSequence() + " to " + meta.maxSequence());
        require(
                meta.size() > 0 && meta.entries() > 0 && meta.tombstones() >= 0 && meta.tombstones() <= meta.entries(),
                name + " has " + meta.size() + " bytes, " + meta.entries() + " entries, " + meta.tombstones()
                        + " tombstones");
        useFileNumber(meta.number());
        require(tables.putIfAbsent(meta.number(), added) == null, name + " is added twice");
        TreeSet<TableMeta> level = files.level(added.level());
        if (added.level() > 0) {
            requireApart(level.lower(meta), meta, added.level());
            requireApart(meta, level.higher(meta), added.level());
        }
        level.add(meta);
        lastSequence = Math.max(lastSequence, meta.maxSequence());
    }

    private static void requireApart(@Nullable TableMeta first, @Nullable TableMeta second, int level) {
        if (first != null && second != null) {
            require(
                    LevelOrder.isBefore(first, second),
                    "tables " + first.number() + " and " + second.number() + " overlap in level " + level);
        }
    }

    private void raiseFlushedThrough(int keyspace, long sequence) {
        KeyspaceFiles files = keyspaces.get(keyspace);
        if (files == null) {
            throw new InvalidEditException("a sequence is flushed in keyspace " + keyspace + ", which is unknown");
        }
        require(
                sequence >= files.flushedThrough,
                "keyspace " + keyspace + " is flushed through " + sequence + " after " + files.flushedThrough);
        files.flushedThrough = sequence;
        lastSequence = Math.max(lastSequence, sequence);
    }

    private void addLog(long number) {
        useFileNumber(number);
        require(number > newestLog && number >= oldestLog, "log " + number + " is added after newer ones");
        newestLog = number;
        logs.add(number);
    }

    private KeyspaceFiles keyspaceOf(int id) {
        KeyspaceFiles files = keyspaces.get(id);
        if (files == null) {
            throw new IllegalArgumentException("there is no keyspace " + id);
        }
        return files;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new InvalidEditException(problem);
        }
    }

    private static final class KeyspaceFiles {

        private final String name;
        private final List<TreeSet<TableMeta>> levels = new ArrayList<>(Version.LEVELS);
        private long flushedThrough;

        private KeyspaceFiles(String name) {
            this.name = name;
            for (int level = 0; level < Version.LEVELS; level++) {
                levels.add(new TreeSet<>(LevelOrder.of(level)));
            }
        }

        private TreeSet<TableMeta> level(int level) {
            return levels.get(level);
        }
    }
}
