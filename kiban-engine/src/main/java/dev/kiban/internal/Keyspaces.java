package dev.kiban.internal;

import dev.kiban.internal.commit.Committer;
import dev.kiban.internal.version.Catalog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The keyspaces of an open store by name. Thread safe. */
final class Keyspaces {

    private final Engine engine;
    private final Catalog catalog;
    private final Committer committer;
    private final ConcurrentMap<String, KeyspaceState> byName = new ConcurrentHashMap<>();

    Keyspaces(Engine engine, Catalog catalog, Committer committer) {
        this.engine = engine;
        this.catalog = catalog;
        this.committer = committer;
        catalog.keyspaces().forEach((id, name) -> byName.put(name, new KeyspaceState(engine, id, name)));
    }

    KeyspaceState getOrCreate(String name) {
        KeyspaceState known = byName.get(name);
        return known != null ? known : create(name);
    }

    private synchronized KeyspaceState create(String name) {
        KeyspaceState known = byName.get(name);
        if (known == null) {
            known = new KeyspaceState(engine, catalog.createKeyspace(name), name);
            byName.put(name, known);
        }
        return known;
    }

    List<String> names() {
        return byName.keySet().stream().sorted().toList();
    }

    Collection<KeyspaceState> all() {
        return new ArrayList<>(byName.values());
    }

    synchronized boolean drop(String name) {
        KeyspaceState known = byName.get(name);
        if (known == null) {
            return false;
        }
        if (known.id() == 0) {
            throw new IllegalArgumentException("the default keyspace cannot be dropped; delete its entries instead");
        }
        committer.runExclusively(() -> {
            catalog.dropKeyspace(known.id());
            known.markDropped();
            committer.activeMemtables().drop(known.id());
        });
        byName.remove(name);
        return true;
    }
}
