package dev.kiban.internal;

/**
 * What a keyspace is to the engine: its id, its name, and whether it was dropped. One object for each life of a keyspace, so that
 * holders of a dropped one notice. Thread safe.
 */
public final class KeyspaceState {

    private final Engine engine;
    private final int id;
    private final String name;
    private volatile boolean dropped;

    KeyspaceState(Engine engine, int id, String name) {
        this.engine = engine;
        this.id = id;
        this.name = name;
    }

    /** Never used again for another keyspace of the store. */
    public int id() {
        return id;
    }

    public String name() {
        return name;
    }

    boolean isOf(Engine other) {
        return engine == other;
    }

    void markDropped() {
        dropped = true;
    }

    void requireLive() {
        if (dropped) {
            throw new IllegalStateException(
                    "the keyspace " + name + " was dropped; ask the store for it again to make a new one");
        }
    }
}
