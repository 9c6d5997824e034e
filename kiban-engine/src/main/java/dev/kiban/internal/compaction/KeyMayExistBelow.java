package dev.kiban.internal.compaction;

/** Whether older versions of a key may lie deeper than what is being written, so that its tombstone must stay. */
@FunctionalInterface
public interface KeyMayExistBelow {

    /** Asked with keys in ascending order. */
    boolean test(byte[] key, int keyLength);
}
