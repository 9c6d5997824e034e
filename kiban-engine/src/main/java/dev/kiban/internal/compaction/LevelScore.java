package dev.kiban.internal.compaction;

/**
 * How full one level of one keyspace is.
 *
 * @param level 0 to 6
 * @param files table files
 * @param bytes their bytes
 * @param target bytes that the level should hold; 0 for L0, which is judged by files, and for the last level, which takes all
 * @param score 1 and above wants compaction
 * @param queuedBytes bytes that wait for compaction: those above the target, or all of an L0 that has its trigger's files
 */
public record LevelScore(int level, int files, long bytes, long target, double score, long queuedBytes) {}
