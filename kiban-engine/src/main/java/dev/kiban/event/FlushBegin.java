package dev.kiban.event;

/**
 * A sealed memtable starts to be written to tables.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param job number of the job, unique while the store is open
 * @param reason why: {@code size}, {@code request}, {@code wal} or {@code close}
 * @param bytes memtable bytes to write
 */
public record FlushBegin(long timeMillis, long job, String reason, long bytes) implements KibanEvent {}
