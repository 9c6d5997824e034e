package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.UnsupportedFormatException;
import dev.kiban.UnsupportedFormatException.Age;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The last bytes of a table file: where its section directory is, what a reader must know, and whose file it is. The last twenty
 * bytes (version, footer length, checksum, magic) stay where they are in every version to come, so that a newer file is told from
 * a damaged one.
 *
 * @param directoryOffset where the section directory begins
 * @param directoryLength its bytes
 * @param directoryChecksum CRC-32C of them
 * @param incompatibleFeatures bits that a reader must know, all of them
 * @param compatibleFeatures bits that a reader may ignore
 * @param storeIdHigh half of the store's id
 * @param storeIdLow the other half
 * @param number the table's file number
 */
record Footer(
        long directoryOffset,
        int directoryLength,
        int directoryChecksum,
        int incompatibleFeatures,
        int compatibleFeatures,
        long storeIdHigh,
        long storeIdLow,
        long number) {

    static final int VERSION = 1;
    static final int LENGTH = 68;

    /** Bytes at the end of the file that no version moves. */
    private static final int FIXED_TAIL = 20;

    private static final int MAX_LENGTH = 4096;
    private static final int KNOWN_INCOMPATIBLE = 0;
    private static final byte[] MAGIC = "KIBANSST".getBytes(StandardCharsets.US_ASCII);

    byte[] encode() {
        ByteWriter out = new ByteWriter(LENGTH);
        out.putLong(directoryOffset).putInt(directoryLength).putInt(directoryChecksum);
        out.putInt(incompatibleFeatures).putInt(compatibleFeatures);
        out.putLong(storeIdHigh).putLong(storeIdLow).putLong(number);
        out.putInt(VERSION).putInt(LENGTH);
        out.putInt(Checksum.of(out.array(), 0, out.size())).putBytes(MAGIC);
        return out.toByteArray();
    }

    /**
     * Reads the footer out of a file's last bytes.
     *
     * @param tail the file's last bytes: {@link #tailLength} of them
     * @param fileSize bytes of the file
     */
    static Footer decode(Path file, byte[] tail, long fileSize) {
        int end = tail.length;
        if (end < FIXED_TAIL || !Arrays.equals(tail, end - MAGIC.length, end, MAGIC, 0, MAGIC.length)) {
            throw new CorruptionException(file, fileSize, "it does not end as a table does");
        }
        ByteReader fixed = new ByteReader(tail, end - FIXED_TAIL, FIXED_TAIL);
        int version = fixed.getInt();
        int length = fixed.getInt();
        int checksum = fixed.getInt();
        if (length < FIXED_TAIL || length > end) {
            throw new CorruptionException(file, fileSize - FIXED_TAIL, "the footer's length cannot be");
        }
        int from = end - length;
        long place = fileSize - length;
        if (Checksum.of(tail, from, length - MAGIC.length - 4) != checksum) {
            throw new CorruptionException(file, place, "the footer's checksum does not match");
        }
        if (version != VERSION) {
            throw new UnsupportedFormatException(
                    file,
                    version < VERSION ? Age.TOO_OLD : Age.TOO_NEW,
                    "table format version " + version,
                    "table format version " + VERSION);
        }
        if (length != LENGTH) {
            throw new CorruptionException(file, place, "the footer's length is not that of its version");
        }
        ByteReader in = new ByteReader(tail, from, length);
        Footer footer = new Footer(
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getLong());
        int unknown = footer.incompatibleFeatures & ~KNOWN_INCOMPATIBLE;
        if (unknown != 0) {
            throw TableFormat.tooNew(file, "table features 0x" + Integer.toHexString(unknown));
        }
        if (footer.directoryOffset < 0
                || footer.directoryLength < 0
                || footer.directoryOffset > place - footer.directoryLength) {
            throw new CorruptionException(file, place, "the footer points outside of the file");
        }
        return footer;
    }

    /** How many of a file's last bytes {@link #decode} wants: enough for the footer of a version to come. */
    static int tailLength(long fileSize) {
        return (int) Math.min(fileSize, MAX_LENGTH);
    }
}
