package dev.kiban.internal.memtable;

import dev.kiban.internal.codec.EntryIterator;

/**
 * Walks a memtable beside its writer. Entries that are inserted after its creation may be seen; the current entry never
 * changes. Going back is a search from the top, since nodes link forward only. Confined to one thread.
 */
final class MemtableIterator implements EntryIterator {

    private final SkipList list;
    private final int[] path = new int[SkipList.MAX_HEIGHT];

    /** The current node; the head when there is none. */
    private int node = SkipList.HEAD;

    private byte[] key = new byte[64];
    private int keyLength;
    private long sequence;
    private int kind;
    private byte[] value = key;
    private int valueOffset;
    private int valueLength;

    MemtableIterator(SkipList list) {
        this.list = list;
    }

    @Override
    public boolean isValid() {
        return node != SkipList.HEAD;
    }

    @Override
    public void seekToFirst() {
        moveTo(list.next(SkipList.HEAD));
    }

    @Override
    public void seekToLast() {
        moveTo(list.last());
    }

    @Override
    public void seek(byte[] target, int targetLength) {
        moveTo(list.atOrAfter(target, targetLength, Long.MAX_VALUE));
    }

    @Override
    public void seekBefore(byte[] target, int targetLength) {
        moveTo(list.before(target, targetLength, Long.MAX_VALUE, path));
    }

    @Override
    public void next() {
        moveTo(list.next(node));
    }

    @Override
    public void previous() {
        moveTo(list.before(key, keyLength, sequence, path));
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public int keyLength() {
        return keyLength;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public int kind() {
        return kind;
    }

    @Override
    public byte[] value() {
        return value;
    }

    @Override
    public int valueOffset() {
        return valueOffset;
    }

    @Override
    public int valueLength() {
        return valueLength;
    }

    @Override
    public void close() {
        node = SkipList.HEAD;
    }

    private void moveTo(int target) {
        node = target;
        if (target == SkipList.HEAD) {
            return;
        }
        value = list.data(target);
        keyLength = list.keyLength(target);
        valueLength = list.valueLength(target);
        sequence = list.sequence(target);
        kind = list.kind(target);
        int offset = list.dataOffset(target);
        valueOffset = offset + keyLength;
        if (key.length < keyLength) {
            key = new byte[Math.max(keyLength, 2 * key.length)];
        }
        System.arraycopy(value, offset, key, 0, keyLength);
    }
}
