package dev.kiban.internal.version;

import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Names, offsets and framing that writer and reader of the MANIFEST share; see {@code docs/format/manifest.md}. Stateless. */
final class ManifestFormat {

    static final String CURRENT = "CURRENT";
    static final String CURRENT_TEMPORARY = "CURRENT.tmp";
    static final String MANIFEST_PREFIX = "MANIFEST-";

    /** Number of the MANIFEST that a store is made with. */
    static final long FIRST_MANIFEST = 1;

    static final byte[] MAGIC = "KIBANMAN".getBytes(StandardCharsets.US_ASCII);
    static final int FORMAT_VERSION = 1;

    static final int HEADER_SIZE = 64;
    static final int VERSION_AT = 8;
    static final int INCOMPATIBLE_AT = 12;
    static final int READ_COMPATIBLE_AT = 16;
    static final int STORE_ID_AT = 24;
    static final int NUMBER_AT = 40;
    static final int SALT_AT = 48;
    static final int HEADER_CRC_AT = 60;

    /** Length and checksum in front of a record's payload. */
    static final int RECORD_HEADER_SIZE = 8;

    private ManifestFormat() {}

    static String name(long manifestNumber) {
        return MANIFEST_PREFIX + String.format(Locale.ROOT, "%06d", manifestNumber);
    }

    static boolean isManifest(String name) {
        return name.matches(MANIFEST_PREFIX + "[0-9]{6,}");
    }

    static byte[] header(UUID storeId, long number, long salt, long createdMillis) {
        ByteWriter header = new ByteWriter(HEADER_SIZE)
                .putBytes(MAGIC)
                .putInt(FORMAT_VERSION)
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .putLong(storeId.getMostSignificantBits())
                .putLong(storeId.getLeastSignificantBits())
                .putLong(number)
                .putLong(salt)
                .putInt((int) (createdMillis / 1000));
        return header.putInt(Checksum.of(header.array(), 0, HEADER_CRC_AT)).toByteArray();
    }

    /** Appends a record that holds the edit; an edit that says nothing appends nothing. */
    static void putRecord(VersionEdit edit, long salt, ByteWriter out) {
        int start = out.size();
        out.putLong(0);
        EditCodec.encode(edit, out);
        int length = out.size() - start - RECORD_HEADER_SIZE;
        if (length == 0) {
            out.truncate(start);
            return;
        }
        out.setInt(start, length);
        out.setInt(start + 4, recordChecksum(salt, out.array(), start, length));
    }

    /** Of the salt, the four length bytes and the payload. */
    static int recordChecksum(long salt, byte[] bytes, int recordAt, int length) {
        CRC32C crc = new CRC32C();
        for (int shift = 0; shift < 64; shift += 8) {
            crc.update((int) (salt >>> shift) & 0xFF);
        }
        crc.update(bytes, recordAt, 4);
        crc.update(bytes, recordAt + RECORD_HEADER_SIZE, length);
        return (int) crc.getValue();
    }

    /** The content of {@code CURRENT}: the name, a line end, the checksum of both in hexadecimal, a line end. */
    static byte[] current(String manifestName) {
        byte[] line = (manifestName + "\n").getBytes(StandardCharsets.UTF_8);
        String crc = String.format(Locale.ROOT, "%08x\n", Checksum.of(line, 0, line.length));
        return new ByteWriter(64)
                .putBytes(line)
                .putBytes(crc.getBytes(StandardCharsets.US_ASCII))
                .toByteArray();
    }
}
