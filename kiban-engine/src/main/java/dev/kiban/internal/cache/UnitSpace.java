package dev.kiban.internal.cache;

import java.util.Arrays;

/**
 * Which units of the slabs are taken: a buddy allocator over numbered units.
 *
 * <p>A slab is {@code 1 << maxOrder} units. A block of order <i>k</i> is {@code 1 << k} units, begins at a multiple of its size
 * and is named by its first unit, its head. Every unit lies in exactly one block, taken or free; two free buddies never stand
 * beside each other, they are one block of the next order. Nothing here touches memory of the slabs. Not thread safe.
 */
final class UnitSpace {

    private static final int NONE = -1;
    private static final int TAKEN = 0x40;
    private static final int ORDER = 0x3F;

    private final int maxOrder;

    /** A head's order plus one, with TAKEN when it is; 0 for units that are no head. */
    private byte[] heads = {};

    private int[] next = {};
    private int[] previous = {};

    /** Begin of the list of free blocks, by order. */
    private final int[] free;

    private int units;
    private int taken;

    UnitSpace(int maxOrder) {
        this.maxOrder = maxOrder;
        this.free = new int[maxOrder + 1];
        Arrays.fill(free, NONE);
    }

    /** All units, taken or free. */
    int units() {
        return units;
    }

    /** Units in taken blocks. */
    int taken() {
        return taken;
    }

    /** Adds the units of one slab, free. */
    void grow() {
        int head = units;
        units += 1 << maxOrder;
        if (heads.length < units) {
            int capacity = Math.max(units, heads.length * 2);
            heads = Arrays.copyOf(heads, capacity);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
        }
        link(head, maxOrder);
    }

    /** Takes a block of the order; its head, or -1 when no free block is large enough. */
    int allocate(int order) {
        int found = order;
        while (found <= maxOrder && free[found] == NONE) {
            found++;
        }
        if (found > maxOrder) {
            return NONE;
        }
        int head = free[found];
        unlink(head, found);
        while (found > order) {
            found--;
            link(head + (1 << found), found);
        }
        heads[head] = (byte) ((order + 1) | TAKEN);
        taken += 1 << order;
        return head;
    }

    /** Gives a taken block back and joins it with its free buddies. */
    void release(int taken) {
        int order = order(taken);
        int head = taken;
        this.taken -= 1 << order;
        heads[head] = 0;
        while (order < maxOrder) {
            int buddy = head ^ (1 << order);
            if (heads[buddy] != order + 1) {
                break;
            }
            unlink(buddy, order);
            head &= ~(1 << order);
            order++;
        }
        link(head, order);
    }

    /** The head of the block that the unit lies in. */
    int headOf(int unit) {
        int head = unit;
        for (int order = 0; heads[head] == 0; order++) {
            head &= ~(1 << order);
        }
        return head;
    }

    int order(int head) {
        return (heads[head] & ORDER) - 1;
    }

    boolean isTaken(int head) {
        return (heads[head] & TAKEN) != 0;
    }

    private void link(int head, int order) {
        heads[head] = (byte) (order + 1);
        next[head] = free[order];
        previous[head] = NONE;
        if (free[order] != NONE) {
            previous[free[order]] = head;
        }
        free[order] = head;
    }

    private void unlink(int head, int order) {
        heads[head] = 0;
        if (previous[head] == NONE) {
            free[order] = next[head];
        } else {
            next[previous[head]] = next[head];
        }
        if (next[head] != NONE) {
            previous[next[head]] = previous[head];
        }
    }
}
