package dev.kiban.event;

/**
 * A table file as the tree holds it. The key arrays are the caller's to read, not to change; what is shown of them to people
 * follows {@link dev.kiban.KeyVisibility}.
 *
 * @param number file number
 * @param keyspace name of its keyspace
 * @param level level, 0 to 6
 * @param size bytes of the file
 * @param minKey first key
 * @param maxKey last key
 * @param entries entries, tombstones included
 * @param tombstones deletes
 */
@SuppressWarnings("ArrayRecordComponent")
public record TableInfo(
        long number,
        String keyspace,
        int level,
        long size,
        byte[] minKey,
        byte[] maxKey,
        long entries,
        long tombstones) {}
