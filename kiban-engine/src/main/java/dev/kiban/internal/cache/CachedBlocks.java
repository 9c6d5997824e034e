package dev.kiban.internal.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One table's share of the cache: the slot of each of its blocks. Since a table never changes and its blocks are numbered, a hit
 * is one array load; there is no hashing, no lock and nothing shared is written.
 *
 * <p>Thread safe, except that {@link #close} needs every reader of the table to be gone.
 *
 * <p>Reading in place:
 *
 * <pre>{@code
 * int slot = cached.slot(block);             // NONE: not cached
 * Slab slab = cached.slab(slot);             // null: not cached
 * int stamp = slab.stamp(slot);
 * if ((stamp & 1) == 0 && cached.slot(block) == slot) {
 *     ... read slab.bytes() from slab.offset(slot) on, safe against torn bytes ...
 *     if (slab.isUnchanged(slot, stamp)) { ... it was all true ... }
 * }
 * }</pre>
 *
 * The second look at the slot is needed: between the first one and the stamp the slot may have gone to another block.
 */
public final class CachedBlocks {

    /** No slot: the block is not cached. */
    public static final int NONE = -1;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int ATTEMPTS = 4;

    private final BlockCache cache;

    /** A slot plus one, or 0; empty when the cache is off. */
    private final int[] slots;

    private boolean closed;

    CachedBlocks(BlockCache cache, int blocks) {
        this.cache = cache;
        this.slots = new int[blocks];
    }

    /** The block's slot or {@link #NONE}. */
    public int slot(int block) {
        return block < slots.length ? (int) SLOT.getAcquire(slots, block) - 1 : NONE;
    }

    /** The slab of a slot; null when the cache was closed. */
    public @Nullable Slab slab(int slot) {
        return cache.slab(slot);
    }

    /**
     * Copies a block's bytes into the buffer's content.
     *
     * @return the block's length, or {@link #NONE} when it is not cached
     */
    public int copy(int block, ReadBuffer into) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int slot = slot(block);
            Slab slab = slot == NONE ? null : slab(slot);
            if (slab == null) {
                return NONE;
            }
            int stamp = slab.stamp(slot);
            if ((stamp & 1) != 0 || slot(block) != slot) {
                continue;
            }
            int length = slab.length(slot);
            int offset = slab.offset(slot);
            if (length < 0 || length > slab.bytes().limit() - offset) {
                continue;
            }
            slab.bytes().get(offset, into.block(length), 0, length);
            if (slab.isUnchanged(slot, stamp)) {
                slab.touch(slot);
                return length;
            }
        }
        return NONE;
    }

    /** Offers a verified, decompressed block; ignored when it is too large, or when others are changing the cache right now. */
    public void insert(int block, byte[] bytes, int length) {
        if (block < slots.length) {
            cache.insert(this, block, bytes, length);
        }
    }

    /** Counts a block read that was answered from here. */
    public void countHit() {
        cache.countHit();
    }

    /** Counts a block read that went to the file. */
    public void countMiss() {
        cache.countMiss();
    }

    /** Heap bytes of this. */
    public long heapBytes() {
        return 4L * slots.length;
    }

    /** Gives all slots back. Idempotent. */
    public void close() {
        cache.release(this);
    }

    /** Under the lock: all slots, each plus one. */
    int[] slots() {
        return slots;
    }

    /** Under the lock. */
    boolean isClosed() {
        return closed;
    }

    /** Under the lock. */
    void markClosed() {
        closed = true;
    }

    /** Under the lock, after the slot was filled. */
    void remember(int block, int slot) {
        SLOT.setRelease(slots, block, slot + 1);
    }

    /** Under the lock, before the slot changes. */
    void forget(int block) {
        SLOT.setRelease(slots, block, 0);
    }
}
