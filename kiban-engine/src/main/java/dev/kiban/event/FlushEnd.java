package dev.kiban.event;

/**
 * A flush ended.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param job number of the job
 * @param reason as in the begin
 * @param tables tables written
 * @param bytesWritten bytes of those tables
 * @param nanos duration in nanoseconds
 * @param success false when it failed and will be tried again
 */
public record FlushEnd(
        long timeMillis, long job, String reason, int tables, long bytesWritten, long nanos, boolean success)
        implements KibanEvent {}
