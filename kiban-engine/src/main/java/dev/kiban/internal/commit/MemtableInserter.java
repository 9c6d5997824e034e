package dev.kiban.internal.commit;

import dev.kiban.internal.codec.OperationCodec;
import dev.kiban.internal.memtable.MemtableSet;

/**
 * Puts encoded operations into memtables, numbering them on from a sequence. Used by the commit leader and by recovery. Confined to
 * one thread at a time.
 */
public final class MemtableInserter implements OperationCodec.Visitor {

    private MemtableSet memtables = new MemtableSet(0);
    private byte[] payload = new byte[0];
    private long sequence;

    /**
     * @param before the sequence before that of the first operation
     * @return the sequence of the last operation
     */
    public long insert(MemtableSet target, byte[] operations, int length, long before) {
        memtables = target;
        payload = operations;
        sequence = before;
        OperationCodec.forEach(operations, 0, length, this);
        return sequence;
    }

    @Override
    public void visit(int kind, int keyspace, int keyOffset, int keyLength, int valueOffset, int valueLength) {
        memtables.writable(keyspace).put(payload, keyOffset, keyLength, ++sequence, kind, valueOffset, valueLength);
    }
}
