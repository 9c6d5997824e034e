package dev.kiban.event;

/**
 * Writers run free again, or the cause or kind changed (a begin follows).
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param cause which debt
 * @param kind slowed or stopped
 * @param nanos duration of the episode in nanoseconds
 */
public record StallEnd(long timeMillis, StallCause cause, StallKind kind, long nanos) implements KibanEvent {}
