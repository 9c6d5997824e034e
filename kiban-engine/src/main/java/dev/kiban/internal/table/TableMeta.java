package dev.kiban.internal.table;

/**
 * What the MANIFEST knows of a table file. Immutable; the arrays must not be written to.
 *
 * @param number file number, unique for the life of the store
 * @param keyspace id of the one keyspace whose entries it holds
 * @param size bytes of the file
 * @param minKey first key
 * @param maxKey last key
 * @param minSequence smallest sequence in it
 * @param maxSequence largest sequence in it
 * @param entries entries in it, tombstones included
 * @param tombstones deletes in it
 */
@SuppressWarnings("ArrayRecordComponent")
public record TableMeta(
        long number,
        int keyspace,
        long size,
        byte[] minKey,
        byte[] maxKey,
        long minSequence,
        long maxSequence,
        long entries,
        long tombstones) {}
