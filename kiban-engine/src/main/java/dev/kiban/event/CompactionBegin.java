package dev.kiban.event;

/**
 * A compaction starts.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param job number of the job, unique while the store is open
 * @param keyspace name of the keyspace
 * @param fromLevel level of the upper inputs
 * @param toLevel level of the outputs
 * @param inputTables tables read
 * @param inputBytes bytes of those tables
 * @param reason why it was picked
 */
public record CompactionBegin(
        long timeMillis,
        long job,
        String keyspace,
        int fromLevel,
        int toLevel,
        int inputTables,
        long inputBytes,
        String reason)
        implements KibanEvent {}
