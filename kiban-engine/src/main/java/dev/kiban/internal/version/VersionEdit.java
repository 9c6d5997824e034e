package dev.kiban.internal.version;

import dev.kiban.internal.table.TableMeta;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One change of the set of files, all or nothing: what a MANIFEST record holds. Its parts take effect in a fixed order,
 * whatever the order they were given in: tables removed, keyspaces dropped, keyspaces created, tables added, flushed-through
 * sequences, logs added, oldest log, counters. So a table that moves down a level is removed and added in one edit.
 *
 * <p>Dropping a keyspace takes its tables along. Counters are lower bounds: the greater of old and new holds.
 *
 * <p>Immutable. Whether an edit fits is for {@link ManifestState#apply} to say.
 */
public final class VersionEdit {

    /** Longest name of a keyspace in bytes of UTF-8. */
    public static final int MAX_NAME_LENGTH = 255;

    static final long ABSENT = -1;

    /** A table that joins a level; its keyspace is in the meta. */
    public record AddedTable(int level, TableMeta meta) {}

    /** A table that leaves a level. */
    public record RemovedTable(long number, int level) {}

    private final Map<Integer, String> createdKeyspaces;
    private final List<Integer> droppedKeyspaces;
    private final List<AddedTable> addedTables;
    private final List<RemovedTable> removedTables;
    private final List<Long> addedLogs;
    private final Map<Integer, Long> flushedThrough;
    private final long oldestLog;
    private final long nextFileNumber;
    private final long nextKeyspaceId;
    private final long lastSequence;

    private VersionEdit(Builder builder) {
        // Not Map.copyOf: creations are applied in ascending order of their ids.
        createdKeyspaces = new TreeMap<>(builder.createdKeyspaces);
        droppedKeyspaces = List.copyOf(builder.droppedKeyspaces);
        addedTables = List.copyOf(builder.addedTables);
        removedTables = List.copyOf(builder.removedTables);
        addedLogs = List.copyOf(builder.addedLogs);
        flushedThrough = new TreeMap<>(builder.flushedThrough);
        oldestLog = builder.oldestLog;
        nextFileNumber = builder.nextFileNumber;
        nextKeyspaceId = builder.nextKeyspaceId;
        lastSequence = builder.lastSequence;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Names by id, ascending. */
    Map<Integer, String> createdKeyspaces() {
        return createdKeyspaces;
    }

    List<Integer> droppedKeyspaces() {
        return droppedKeyspaces;
    }

    public List<AddedTable> addedTables() {
        return addedTables;
    }

    public List<RemovedTable> removedTables() {
        return removedTables;
    }

    List<Long> addedLogs() {
        return addedLogs;
    }

    /** Sequences by keyspace. */
    Map<Integer, Long> flushedThrough() {
        return flushedThrough;
    }

    /** {@link #ABSENT} when the edit does not say; so are the three below. */
    long oldestLog() {
        return oldestLog;
    }

    long nextFileNumber() {
        return nextFileNumber;
    }

    long nextKeyspaceId() {
        return nextKeyspaceId;
    }

    long lastSequence() {
        return lastSequence;
    }

    /** Whether the name can be that of a keyspace: 1 to {@link #MAX_NAME_LENGTH} bytes of well-formed UTF-8. */
    static boolean isValidName(String name) {
        try {
            int length = StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
            return length >= 1 && length <= MAX_NAME_LENGTH;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Collects the parts of an edit. Confined to one thread. */
    public static final class Builder {

        private final Map<Integer, String> createdKeyspaces = new TreeMap<>();
        private final List<Integer> droppedKeyspaces = new ArrayList<>();
        private final List<AddedTable> addedTables = new ArrayList<>();
        private final List<RemovedTable> removedTables = new ArrayList<>();
        private final List<Long> addedLogs = new ArrayList<>();
        private final Map<Integer, Long> flushedThrough = new TreeMap<>();
        private long oldestLog = ABSENT;
        private long nextFileNumber = ABSENT;
        private long nextKeyspaceId = ABSENT;
        private long lastSequence = ABSENT;

        private Builder() {}

        /**
         * @param id never used before in this store
         * @param name 1 to 255 bytes of UTF-8, not that of another keyspace
         */
        public Builder createKeyspace(int id, String name) {
            if (!isValidName(name)) {
                throw new IllegalArgumentException("a keyspace's name has 1 to " + MAX_NAME_LENGTH + " bytes of UTF-8");
            }
            if (createdKeyspaces.putIfAbsent(id, name) != null) {
                throw new InvalidEditException("keyspace " + id + " is created twice in one edit");
            }
            return this;
        }

        /** The keyspace goes, and every table of it. */
        public Builder dropKeyspace(int id) {
            droppedKeyspaces.add(id);
            return this;
        }

        public Builder addTable(int level, TableMeta meta) {
            addedTables.add(new AddedTable(level, meta));
            return this;
        }

        public Builder removeTable(long number, int level) {
            removedTables.add(new RemovedTable(number, level));
            return this;
        }

        /** A log that holds writes from now on; numbers ascend. Its file must be durable before this edit is. */
        public Builder addLog(long number) {
            addedLogs.add(number);
            return this;
        }

        /** Logs with smaller numbers hold nothing that the tables do not hold. */
        public Builder oldestLog(long number) {
            oldestLog = Math.max(oldestLog, number);
            return this;
        }

        /** Every write to the keyspace up to the sequence is in tables: recovery skips it in the logs. */
        public Builder flushedThrough(int keyspace, long sequence) {
            flushedThrough.merge(keyspace, sequence, Math::max);
            return this;
        }

        /** At least: a reader also goes above every file number that it meets. */
        public Builder nextFileNumber(long number) {
            nextFileNumber = Math.max(nextFileNumber, number);
            return this;
        }

        /** At least: a reader also goes above every keyspace id that it meets. */
        public Builder nextKeyspaceId(int id) {
            nextKeyspaceId = Math.max(nextKeyspaceId, id);
            return this;
        }

        /** At least: the logs may hold more, and a reader also goes up to every sequence that it meets. */
        public Builder lastSequence(long sequence) {
            lastSequence = Math.max(lastSequence, sequence);
            return this;
        }

        public VersionEdit build() {
            return new VersionEdit(this);
        }
    }
}
