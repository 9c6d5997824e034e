package dev.kiban.event;

/**
 * Writers start to be slowed or stopped.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param cause which debt
 * @param kind slowed or stopped
 * @param value the debt's value: memtables, files or bytes
 * @param limit the limit that it reached, in the same unit
 */
public record StallBegin(long timeMillis, StallCause cause, StallKind kind, long value, long limit)
        implements KibanEvent {}
