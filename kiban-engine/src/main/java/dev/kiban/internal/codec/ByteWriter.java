package dev.kiban.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing byte array that numbers and arrays are appended to, little-endian. Reusable; confined to one thread. */
public final class ByteWriter {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int LARGE = 1 << 20;

    private byte[] bytes;
    private int size;

    public ByteWriter(int initialCapacity) {
        this.bytes = new byte[Math.max(16, initialCapacity)];
    }

    /** Forgets the content and keeps the array. */
    public void clear() {
        size = 0;
    }

    /** Cuts the content to its first bytes. */
    public void truncate(int newSize) {
        size = newSize;
    }

    public int size() {
        return size;
    }

    /** The backing array; valid up to {@link #size()}, and only until the next append. */
    public byte[] array() {
        return bytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Makes room for so many more bytes at once; what is known to be large then grows the array once, and exactly. */
    public ByteWriter reserve(int more) {
        ensure(more);
        return this;
    }

    public ByteWriter putByte(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    public ByteWriter putShort(int value) {
        return putByte(value).putByte(value >>> 8);
    }

    public ByteWriter putInt(int value) {
        ensure(4);
        INT.set(bytes, size, value);
        size += 4;
        return this;
    }

    public ByteWriter putLong(long value) {
        ensure(8);
        LONG.set(bytes, size, value);
        size += 8;
        return this;
    }

    /** Appends an unsigned LEB128 number: seven bits a byte, low bits first, at most ten bytes. */
    public ByteWriter putVarint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    public ByteWriter putBytes(byte[] source) {
        return putBytes(source, 0, source.length);
    }

    public ByteWriter putBytes(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
        return this;
    }

    /** Appends a varint length and the bytes. */
    public ByteWriter putSized(byte[] source) {
        return putVarint(source.length).putBytes(source);
    }

    public ByteWriter putZeros(int count) {
        ensure(count);
        Arrays.fill(bytes, size, size + count, (byte) 0);
        size += count;
        return this;
    }

    /** Overwrites four bytes that were appended before. */
    public void setInt(int position, int value) {
        INT.set(bytes, position, value);
    }

    /** Overwrites eight bytes that were appended before. */
    public void setLong(int position, long value) {
        LONG.set(bytes, position, value);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            // Doubles while small; a large one, of which copies are dear, grows by a quarter.
            long growth = bytes.length < LARGE ? bytes.length : bytes.length / 4;
            long wanted = Math.max((long) size + more, Math.min(bytes.length + growth, Integer.MAX_VALUE - 16));
            if (wanted > Integer.MAX_VALUE - 16) {
                throw new IllegalArgumentException("more than 2 GiB in one buffer");
            }
            bytes = Arrays.copyOf(bytes, (int) wanted);
        }
    }
}
