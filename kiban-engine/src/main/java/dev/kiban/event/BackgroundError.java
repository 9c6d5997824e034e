package dev.kiban.event;

/**
 * Something failed in the background.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param component where: {@code wal}, {@code flush}, {@code compaction}, {@code manifest}, {@code files}, {@code listener}
 * @param kind {@code corruption}, {@code disk_full}, {@code io} or {@code bug}
 * @param message what, in plain words, with file and offset where known
 */
public record BackgroundError(long timeMillis, String component, String kind, String message) implements KibanEvent {}
