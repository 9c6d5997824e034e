package dev.kiban.internal.wal;

/**
 * What a group says of those before it: everything up to the sequence was durable when the group was appended.
 *
 * @param durableSequence the newest sequence known durable then
 * @param offset where in the log the group begins, in bytes
 */
public record DurableClaim(long durableSequence, long offset) {}
