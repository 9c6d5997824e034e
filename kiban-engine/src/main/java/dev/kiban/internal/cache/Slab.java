package dev.kiban.internal.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One stretch of direct memory and what is in its units.
 *
 * <p>Every unit has a stamp: even while the block that begins there is whole, odd while it is free or being written. A reader
 * takes the stamp, checks that the block is still in the slot, reads, and asks {@link #isUnchanged} before it believes what it
 * saw; bytes read in between may be torn, so parsing must be safe against anything. Stamps and bytes are written only under the
 * cache's lock. Units are given by their number in the whole cache.
 */
public final class Slab {

    private static final VarHandle STAMP = MethodHandles.arrayElementVarHandle(int[].class);

    private final ByteBuffer writable;
    private final ByteBuffer readable;
    private final int unitMask;
    private final int[] stamps;
    private final int[] lengths;
    private final byte[] referenced;
    private final @Nullable CachedBlocks[] owners;
    private final int[] blocks;

    /**
     * @throws OutOfMemoryError when the JVM has no more direct memory
     */
    Slab(int order) {
        int units = 1 << order;
        this.writable = ByteBuffer.allocateDirect(units << BlockCache.UNIT_SHIFT);
        this.readable = writable.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        this.unitMask = units - 1;
        this.stamps = new int[units];
        Arrays.fill(stamps, 1);
        this.lengths = new int[units];
        this.referenced = new byte[units];
        this.owners = new CachedBlocks[units];
        this.blocks = new int[units];
    }

    /** The whole slab, read-only and little-endian. Use absolute reads only: it is shared by all threads. */
    public ByteBuffer bytes() {
        return readable;
    }

    /** Where in {@link #bytes()} the unit begins. */
    public int offset(int unit) {
        return (unit & unitMask) << BlockCache.UNIT_SHIFT;
    }

    /** The stamp to validate with; odd when there is nothing to read. */
    public int stamp(int unit) {
        return (int) STAMP.getAcquire(stamps, unit & unitMask);
    }

    /** Whether everything read since the stamp was taken is true. */
    public boolean isUnchanged(int unit, int stamp) {
        VarHandle.acquireFence();
        return (int) STAMP.getOpaque(stamps, unit & unitMask) == stamp;
    }

    /** Length of the block in the unit; to be validated like its bytes. */
    public int length(int unit) {
        return lengths[unit & unitMask];
    }

    /** Tells the hand that the block is in use. Writes only when that is news. */
    public void touch(int unit) {
        int i = unit & unitMask;
        if (referenced[i] == 0) {
            referenced[i] = 1;
        }
    }

    /** For the hand: whether the block was touched since this was last asked. Under the lock. */
    boolean wasTouched(int unit) {
        int i = unit & unitMask;
        boolean touched = referenced[i] != 0;
        referenced[i] = 0;
        return touched;
    }

    /** Puts a block into a unit that {@link #clear} made free. Under the lock. */
    void fill(int unit, CachedBlocks owner, int block, byte[] bytes, int length) {
        int i = unit & unitMask;
        // The stamp is odd since the unit was freed; the bytes must not be seen before that.
        VarHandle.releaseFence();
        writable.put(i << BlockCache.UNIT_SHIFT, bytes, 0, length);
        lengths[i] = length;
        referenced[i] = 0;
        owners[i] = owner;
        blocks[i] = block;
        STAMP.setRelease(stamps, i, stamps[i] + 1);
    }

    /** Makes the unit unreadable and takes the block from its owner. Under the lock. */
    void clear(int unit) {
        int i = unit & unitMask;
        STAMP.setOpaque(stamps, i, stamps[i] + 1);
        CachedBlocks owner = owners[i];
        if (owner != null) {
            owner.forget(blocks[i]);
            owners[i] = null;
        }
    }
}
