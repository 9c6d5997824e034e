package dev.kiban.internal.codec;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli), the checksum of every record and block. Stateless. */
public final class Checksum {

    private Checksum() {}

    public static int of(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    /** Of the buffer's remaining bytes; the buffer's position is left where it was. */
    public static int of(ByteBuffer buffer) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate());
        return (int) crc.getValue();
    }

    /** Of the salt's eight little-endian bytes followed by the bytes: tells records of one log from those of another. */
    public static int salted(long salt, byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        for (int shift = 0; shift < 64; shift += 8) {
            crc.update((int) (salt >>> shift) & 0xFF);
        }
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
