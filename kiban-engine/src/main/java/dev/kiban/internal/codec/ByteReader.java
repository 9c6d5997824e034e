package dev.kiban.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote. Reading past the end, or a malformed number, throws {@link MalformedException};
 * the caller knows the file and turns it into a corruption report. Confined to one thread.
 */
public final class ByteReader {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int position;

    public ByteReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public ByteReader(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    public int remaining() {
        return end - position;
    }

    public int position() {
        return position;
    }

    public byte[] array() {
        return bytes;
    }

    public void skip(int count) {
        need(count);
        position += count;
    }

    public int getByte() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    public int getShort() {
        return getByte() | getByte() << 8;
    }

    public int getInt() {
        need(4);
        int value = (int) INT.get(bytes, position);
        position += 4;
        return value;
    }

    public long getLong() {
        need(8);
        long value = (long) LONG.get(bytes, position);
        position += 8;
        return value;
    }

    public long getVarint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = getByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new MalformedException("a varint longer than ten bytes");
    }

    /** A varint that must lie in 0..max. */
    public int getLength(int max) {
        long value = getVarint();
        if (value < 0 || value > max) {
            throw new MalformedException("a length of " + value + " where at most " + max + " is allowed");
        }
        return (int) value;
    }

    public byte[] getBytes(int length) {
        need(length);
        byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return copy;
    }

    /** Reads a varint length and that many bytes. */
    public byte[] getSized() {
        return getBytes(getLength(remaining()));
    }

    private void need(int count) {
        if (count < 0 || count > end - position) {
            throw new MalformedException("the bytes end " + (count - (end - position)) + " too early");
        }
    }

    /** The bytes are not what the format says. Never leaves the engine: callers add file and offset. */
    public static final class MalformedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public MalformedException(String message) {
            super(message);
        }
    }
}
