package dev.kiban.internal.compaction;

/**
 * Bytes per second of the last moments; 0 when unknown.
 *
 * @param compaction bytes that compactions read
 * @param ingest bytes that writers were let through with
 */
public record Rates(long compaction, long ingest) {}
