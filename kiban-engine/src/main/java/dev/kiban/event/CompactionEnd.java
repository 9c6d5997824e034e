package dev.kiban.event;

/**
 * A compaction ended.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param job number of the job
 * @param keyspace name of the keyspace
 * @param fromLevel level of the upper inputs
 * @param toLevel level of the outputs
 * @param bytesRead bytes of the inputs
 * @param bytesWritten bytes of the outputs
 * @param dropped entries that nobody can see any more
 * @param nanos duration in nanoseconds
 * @param reason why it was picked
 * @param success false when it failed; nothing changed then
 */
public record CompactionEnd(
        long timeMillis,
        long job,
        String keyspace,
        int fromLevel,
        int toLevel,
        long bytesRead,
        long bytesWritten,
        long dropped,
        long nanos,
        String reason,
        boolean success)
        implements KibanEvent {}
