package dev.kiban.internal.cache;

import java.nio.ByteBuffer;

/**
 * The memory that reading a block takes: direct bytes for the file system to fill, and heap arrays for the block as stored and
 * as decompressed. Reused through {@link ReadBuffers}; confined to one thread.
 */
public final class ReadBuffer {

    private static final int KEPT_BYTES = 256 * 1024;

    private final ByteBuffer io;
    private byte[] stored = {};
    private byte[] block = {};

    ReadBuffer(int ioBytes) {
        this.io = ByteBuffer.allocateDirect(ioBytes);
    }

    /** Direct memory to read files into. */
    public ByteBuffer io() {
        return io;
    }

    /** An array of at least the given length for a block as it is stored; its content is arbitrary. */
    public byte[] stored(int length) {
        if (stored.length < length) {
            stored = new byte[grown(length)];
        }
        return stored;
    }

    /** An array of at least the given length for a block's content; what it held before is lost when it must grow. */
    public byte[] block(int length) {
        if (block.length < length) {
            block = new byte[grown(length)];
        }
        return block;
    }

    /** Lets the two arrays change places, so that a block that is stored as it is need not be copied. */
    public void useStoredAsBlock() {
        byte[] swapped = block;
        block = stored;
        stored = swapped;
    }

    /** The array that holds the content. */
    public byte[] block() {
        return block;
    }

    /** Drops arrays that a large block made grow. */
    void trim() {
        if (stored.length > KEPT_BYTES) {
            stored = new byte[0];
        }
        if (block.length > KEPT_BYTES) {
            block = new byte[0];
        }
    }

    private static int grown(int length) {
        return length > KEPT_BYTES ? length : Math.max(4096, Integer.highestOneBit((length - 1) | 1) << 1);
    }
}
