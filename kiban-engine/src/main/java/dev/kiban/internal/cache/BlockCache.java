package dev.kiban.internal.cache;

import dev.kiban.InvalidOptionException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Verified, decompressed blocks of tables in direct memory, within one byte budget; shared by the engines of one
 * {@code KibanResources}.
 *
 * <p>Memory comes in slabs, allocated as they are needed and never given back before {@link #close}. A slab is units of 4 KiB;
 * a block takes the smallest power of two of them that holds it ({@link UnitSpace}). When nothing is free, one hand walks over all
 * units of all slabs, as in CLOCK: a place whose blocks were all untouched since the hand last came by is emptied, any other is
 * marked untouched and passed. A place large enough for the new block may hold many small blocks, or a part of a larger one, so
 * memory moves between sizes without any slab being tied to one. The walk is bounded; at its end the place at hand is emptied.
 *
 * <p>Hits take no lock and write nothing shared (see {@link CachedBlocks}). Inserts, evictions and the release of a table's blocks
 * happen under one lock; an insert that finds it taken is skipped, since the block can be read again. Thread safe.
 *
 * <p>The budget counts slabs. Beside them stand about 26 bytes of heap a unit, and the pooled read buffers, at most
 * 3 MiB.
 */
public final class BlockCache implements AutoCloseable {

    static final int UNIT_SHIFT = 12;

    private static final int MAX_SLAB_ORDER = 10;
    private static final int MAX_BLOCK_ORDER = 8;
    private static final int MAX_WALK = 128;

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReferenceArray<@Nullable Slab> slabs;
    private final UnitSpace space;
    private final int slabOrder;
    private final int maxBlockBytes;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder inserts = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final ReadBuffers pointBuffers = new ReadBuffers(32, 32 * 1024);
    private final ReadBuffers streamBuffers = new ReadBuffers(8, 256 * 1024);

    // Written under the lock.
    private volatile int slabLimit;
    private volatile long capacity;
    private volatile long size;
    private int slabCount;
    private int hand;
    private boolean closed;

    /**
     * A cache of the given size.
     *
     * @param capacity bytes of slabs; 0, or less than a unit of 4 KiB, switches the cache off
     * @throws InvalidOptionException when the JVM does not allow that much direct memory
     */
    public static BlockCache create(long capacity) {
        long limit = capacity == 0 ? 0 : directMemoryLimit();
        if (capacity > limit) {
            throw new InvalidOptionException(
                    "cacheSize",
                    capacity,
                    "the JVM allows only " + limit + " bytes of direct memory; choose a smaller cache, or raise"
                            + " -XX:MaxDirectMemorySize");
        }
        return new BlockCache(capacity);
    }

    /** Bytes of direct memory that this JVM allows: {@code -XX:MaxDirectMemorySize}, or the maximal heap when it is not set. */
    public static long directMemoryLimit() {
        return DirectMemory.limit();
    }

    private BlockCache(long capacity) {
        long wanted = Math.min(capacity / 8, 1L << (MAX_SLAB_ORDER + UNIT_SHIFT));
        int units = Math.max(1, (int) (wanted >>> UNIT_SHIFT));
        this.slabOrder = 31 - Integer.numberOfLeadingZeros(units);
        long count = capacity >>> (slabOrder + UNIT_SHIFT);
        // Units are numbered by ints: at most 8 TiB, far above what the option allows.
        this.slabLimit = (int) Math.min(count, Integer.MAX_VALUE >>> slabOrder);
        this.slabs = new AtomicReferenceArray<>(slabLimit);
        this.space = new UnitSpace(slabOrder);
        this.maxBlockBytes = 1 << (Math.min(slabOrder, MAX_BLOCK_ORDER) + UNIT_SHIFT);
        this.capacity = capacity;
    }

    /** A share for a table with that many blocks. */
    public CachedBlocks register(int blocks) {
        return new CachedBlocks(this, slabLimit == 0 ? 0 : blocks);
    }

    /** Buffers for reading single blocks. */
    public ReadBuffers pointBuffers() {
        return pointBuffers;
    }

    /** Larger buffers for reading many blocks in a row. */
    public ReadBuffers streamBuffers() {
        return streamBuffers;
    }

    /** The byte budget; lower than asked for when the JVM ran out of direct memory. */
    public long capacity() {
        return capacity;
    }

    /** Bytes of slabs that hold blocks. */
    public long size() {
        return size;
    }

    /** Bytes of direct memory that slabs take. */
    public long allocated() {
        lock.lock();
        try {
            return (long) slabCount << (slabOrder + UNIT_SHIFT);
        } finally {
            lock.unlock();
        }
    }

    public long hits() {
        return hits.sum();
    }

    public long misses() {
        return misses.sum();
    }

    public long inserts() {
        return inserts.sum();
    }

    public long evictions() {
        return evictions.sum();
    }

    /** Drops all slabs; later reads find nothing and inserts are ignored. Idempotent. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (int i = 0; i < slabCount; i++) {
                slabs.set(i, null);
            }
            slabCount = 0;
            size = 0;
        } finally {
            lock.unlock();
        }
    }

    void countHit() {
        hits.increment();
    }

    void countMiss() {
        misses.increment();
    }

    @Nullable
    Slab slab(int unit) {
        return slabs.getAcquire(unit >>> slabOrder);
    }

    void insert(CachedBlocks owner, int block, byte[] bytes, int length) {
        if (length > maxBlockBytes || !lock.tryLock()) {
            return;
        }
        try {
            if (closed || owner.isClosed() || owner.slot(block) != CachedBlocks.NONE) {
                return;
            }
            int unit = allocate(orderFor(length));
            Slab slab = unit < 0 ? null : slab(unit);
            if (slab == null) {
                return;
            }
            slab.fill(unit, owner, block, bytes, length);
            owner.remember(block, unit);
            inserts.increment();
            size = (long) space.taken() << UNIT_SHIFT;
        } finally {
            lock.unlock();
        }
    }

    void release(CachedBlocks owner) {
        lock.lock();
        try {
            if (closed || owner.isClosed()) {
                return;
            }
            owner.markClosed();
            for (int slot : owner.slots()) {
                if (slot > 0) {
                    empty(slot - 1);
                }
            }
            size = (long) space.taken() << UNIT_SHIFT;
        } finally {
            lock.unlock();
        }
    }

    private static int orderFor(int length) {
        int units = Math.max(1, (length + (1 << UNIT_SHIFT) - 1) >>> UNIT_SHIFT);
        return 32 - Integer.numberOfLeadingZeros(units - 1);
    }

    private int allocate(int order) {
        int unit = space.allocate(order);
        if (unit < 0 && addSlab()) {
            unit = space.allocate(order);
        }
        if (unit < 0 && slabCount > 0) {
            makeRoom(order);
            unit = space.allocate(order);
        }
        return unit;
    }

    private boolean addSlab() {
        if (slabCount >= slabLimit) {
            return false;
        }
        try {
            slabs.setRelease(slabCount, new Slab(slabOrder));
        } catch (OutOfMemoryError noDirectMemory) {
            // Others use direct memory as well. A smaller cache is slower, never wrong.
            slabLimit = slabCount;
            capacity = (long) slabCount << (slabOrder + UNIT_SHIFT);
            return false;
        }
        slabCount++;
        space.grow();
        return true;
    }

    /** Moves the hand until it has emptied a place for a block of the order. */
    private void makeRoom(int order) {
        for (int walked = 0; ; walked++) {
            int head = space.headOf(hand < space.units() ? hand : 0);
            int begin = Math.min(head, head & -(1 << order));
            int end = begin + (1 << Math.max(order, space.order(head)));
            hand = end;
            if (!wasTouched(begin, end) || walked >= MAX_WALK) {
                emptyAll(begin, end);
                return;
            }
        }
    }

    private void emptyAll(int begin, int end) {
        for (int unit = begin; unit < end; ) {
            // Emptying joins free buddies, so that a head seen before may be one no longer.
            int block = space.headOf(unit);
            unit = block + (1 << space.order(block));
            if (space.isTaken(block)) {
                empty(block);
                evictions.increment();
            }
        }
    }

    private boolean wasTouched(int begin, int end) {
        boolean touched = false;
        for (int unit = begin; unit < end; unit += 1 << space.order(unit)) {
            Slab slab = slab(unit);
            touched |= space.isTaken(unit) && slab != null && slab.wasTouched(unit);
        }
        return touched;
    }

    private void empty(int unit) {
        Slab slab = slab(unit);
        if (slab != null) {
            slab.clear(unit);
        }
        space.release(unit);
    }
}
