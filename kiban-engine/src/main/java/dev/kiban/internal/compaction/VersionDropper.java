package dev.kiban.internal.compaction;

import dev.kiban.internal.codec.EntryKind;
import java.util.Arrays;

/**
 * Says which entries of a merge anybody can still see; fed with all of them in internal order.
 *
 * <p>The live sequences cut time into stripes; whoever reads, reads at a live sequence or at a newer one than all of them. Of a
 * key's versions in one stripe only the newest can be seen, so the others go. Above the newest live sequence every version
 * stays, since a snapshot may come between any two; of one that comes twice, as a replayed log may leave it, the first stays. A tombstone in the oldest stripe goes too when no older version can lie
 * deeper: with nothing below it, absent and deleted are the same.
 *
 * <p>Confined to one thread and one walk.
 */
public final class VersionDropper {

    private static final int NO_STRIPE = -1;

    private final long[] live;
    private final KeyMayExistBelow below;

    private byte[] key = new byte[64];
    private int keyLength = -1;
    private int lastStripe = NO_STRIPE;
    private long lastSequence;
    private boolean newKey;
    private long dropped;
    private long droppedTombstones;

    /**
     * @param live sequences that somebody reads at, ascending: open snapshots, and the visible sequence at the start of the job
     * @param below where older versions may lie
     */
    public VersionDropper(long[] live, KeyMayExistBelow below) {
        if (live.length == 0) {
            throw new IllegalArgumentException("no live sequence: the visible one always is");
        }
        for (int i = 1; i < live.length; i++) {
            if (live[i] < live[i - 1]) {
                throw new IllegalArgumentException("live sequences must ascend");
            }
        }
        this.live = live.clone();
        this.below = below;
    }

    /** Whether the entry stays. */
    public boolean keep(byte[] entryKey, int entryKeyLength, long sequence, int kind) {
        newKey = keyLength != entryKeyLength || !Arrays.equals(entryKey, 0, entryKeyLength, key, 0, entryKeyLength);
        if (newKey) {
            remember(entryKey, entryKeyLength);
            lastStripe = NO_STRIPE;
        }
        int stripe = stripe(sequence);
        boolean shadowed = stripe == lastStripe && (stripe < live.length || sequence == lastSequence);
        lastStripe = stripe;
        lastSequence = sequence;
        if (shadowed) {
            return drop(kind);
        }
        if (kind == EntryKind.DELETE && stripe == 0 && !below.test(entryKey, entryKeyLength)) {
            return drop(kind);
        }
        return true;
    }

    /** Whether the entry asked about last was the first (newest) of its key. */
    public boolean isNewKey() {
        return newKey;
    }

    /** Entries that went so far. */
    public long dropped() {
        return dropped;
    }

    /** Tombstones among them. */
    public long droppedTombstones() {
        return droppedTombstones;
    }

    private boolean drop(int kind) {
        dropped++;
        if (kind == EntryKind.DELETE) {
            droppedTombstones++;
        }
        return false;
    }

    /** Index of the first live sequence that sees the entry; their number when none does. */
    private int stripe(long sequence) {
        if (sequence <= live[0]) {
            return 0;
        }
        int found = Arrays.binarySearch(live, sequence);
        if (found < 0) {
            return -found - 1;
        }
        while (live[found - 1] == sequence) { // equal snapshots: the first of them; live[0] is smaller
            found--;
        }
        return found;
    }

    private void remember(byte[] entryKey, int entryKeyLength) {
        if (key.length < entryKeyLength) {
            key = new byte[Math.max(entryKeyLength, 2 * key.length)];
        }
        System.arraycopy(entryKey, 0, key, 0, entryKeyLength);
        keyLength = entryKeyLength;
    }
}
