package dev.kiban.internal.version;

import dev.kiban.internal.codec.KeyspaceMap;
import dev.kiban.internal.memtable.MemtableSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything a read walks: the memtables that take writes, those that wait for their flush, and the tree of each keyspace.
 * Immutable but for the active memtables, which only grow; readers pin it while they are inside. Two views are never equal.
 */
public final class View implements Pinned {

    private final long tableVersion;
    private final MemtableSet active;
    private final List<MemtableSet> sealed;
    private final KeyspaceMap<Version> versions;
    private final Pins pins = new Pins();

    /**
     * @param tableVersion number of the set of table files; grows by one with each change of it
     * @param active takes writes
     * @param sealed wait for their flush, newest first
     * @param versions the trees
     */
    View(long tableVersion, MemtableSet active, List<MemtableSet> sealed, KeyspaceMap<Version> versions) {
        this.tableVersion = tableVersion;
        this.active = active;
        this.sealed = List.copyOf(sealed);
        this.versions = versions;
    }

    public long tableVersion() {
        return tableVersion;
    }

    public MemtableSet active() {
        return active;
    }

    /** Newest first. */
    public List<MemtableSet> sealed() {
        return sealed;
    }

    public KeyspaceMap<Version> versions() {
        return versions;
    }

    @Override
    public Pins pins() {
        return pins;
    }

    /** A view whose active memtables were sealed. */
    View sealActive(MemtableSet next) {
        List<MemtableSet> older = new ArrayList<>(sealed.size() + 1);
        older.add(active);
        older.addAll(sealed);
        return new View(tableVersion, next, older, versions);
    }

    /** A view with a changed set of tables, and without the sealed memtables that became tables. */
    View withTables(KeyspaceMap<Version> next, List<MemtableSet> remaining) {
        return new View(tableVersion + 1, active, remaining, next);
    }

    /** The tree of a keyspace; an empty one when it is not known. */
    public Version version(int keyspace) {
        Version version = versions.get(keyspace);
        return version == null ? Version.empty() : version;
    }
}
