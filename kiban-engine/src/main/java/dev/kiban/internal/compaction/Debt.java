package dev.kiban.internal.compaction;

/**
 * What maintenance is behind with: the governor's input.
 *
 * @param sealedMemtables memtables that wait for their flush, the one being flushed included
 * @param l0Files files in the L0 of the keyspace that has the most
 * @param pendingBytes bytes that wait for compaction, over all keyspaces
 * @param freeDisk bytes that can still be written to the volume
 */
public record Debt(int sealedMemtables, int l0Files, long pendingBytes, long freeDisk) {}
