package dev.kiban.internal.codec;

/**
 * Puts and deletes as bytes, one after another: a tag byte (an {@link EntryKind} in the low four bits, zeros above), the
 * keyspace's id as a varint, the key's length as a varint, the key, and for a put the value's length as a varint and the
 * value. The payload of a WAL group, and of a batch on its way there.
 *
 * <p>Stateless.
 */
public final class OperationCodec {

    /** At most so many bytes come with a key and a value. */
    public static final int MAX_OVERHEAD = 16;

    private OperationCodec() {}

    /** Appends a put. */
    public static void put(ByteWriter out, int keyspaceId, byte[] key, byte[] value) {
        out.putByte(EntryKind.PUT).putVarint(keyspaceId).putSized(key).putSized(value);
    }

    /** Appends a delete. */
    public static void delete(ByteWriter out, int keyspaceId, byte[] key) {
        out.putByte(EntryKind.DELETE).putVarint(keyspaceId).putSized(key);
    }

    /** How many bytes {@link #put} appends. */
    public static long putSize(int keyspaceId, int keyLength, int valueLength) {
        return deleteSize(keyspaceId, keyLength) + varintSize(valueLength) + valueLength;
    }

    /** How many bytes {@link #delete} appends. */
    public static long deleteSize(int keyspaceId, int keyLength) {
        return 1L + varintSize(keyspaceId) + varintSize(keyLength) + keyLength;
    }

    private static int varintSize(int value) {
        return 1 + (31 - Integer.numberOfLeadingZeros(value | 1)) / 7;
    }

    /**
     * Shows the operations in order.
     *
     * @return how many there are
     * @throws ByteReader.MalformedException when the bytes do not hold whole operations; those before were shown
     * @throws UnknownOperationException at an operation that a newer build must have written; those before were shown
     */
    public static int forEach(byte[] payload, int offset, int length, Visitor visitor) {
        ByteReader in = new ByteReader(payload, offset, length);
        int operations = 0;
        for (; in.remaining() > 0; operations++) {
            int kind = in.getByte();
            if (!EntryKind.isKnown(kind)) {
                throw new UnknownOperationException(kind);
            }
            int keyspaceId = in.getLength(Integer.MAX_VALUE);
            int keyLength = in.getLength(in.remaining());
            int keyOffset = in.position();
            in.skip(keyLength);
            int valueLength = kind == EntryKind.PUT ? in.getLength(in.remaining()) : 0;
            int valueOffset = in.position();
            in.skip(valueLength);
            visitor.visit(kind, keyspaceId, keyOffset, keyLength, valueOffset, valueLength);
        }
        return operations;
    }

    /** Sees one operation; the offsets point into the payload. */
    @FunctionalInterface
    public interface Visitor {

        void visit(int kind, int keyspaceId, int keyOffset, int keyLength, int valueOffset, int valueLength);
    }

    /** The tag is one that this build does not know. Never leaves the engine: callers add the file. */
    public static final class UnknownOperationException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnknownOperationException(int tag) {
            super("an operation of kind " + tag);
        }
    }
}
