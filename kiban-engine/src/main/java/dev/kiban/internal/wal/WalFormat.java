package dev.kiban.internal.wal;

import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** Numbers of the log's layout, as {@code docs/format/wal.md} describes it. */
public final class WalFormat {

    static final long MAGIC = 0x4C41574E4142494BL; // "KIBANWAL", read as a little-endian number
    static final int VERSION = 1;

    /** Incompatible features that this build reads: none. */
    static final int KNOWN_FEATURES = 0;

    static final int FILE_HEADER = 64;
    static final int FILE_VERSION = 8;
    static final int FILE_INCOMPATIBLE_FEATURES = 12;
    static final int FILE_LOG_NUMBER = 16;
    static final int FILE_SALT = 24;
    static final int FILE_STORE_ID = 32;
    static final int FILE_CHECKSUM = 60;

    static final int GROUP_HEADER = 40;
    static final int GROUP_PAYLOAD_CHECKSUM = 4;
    static final int GROUP_LENGTH = 8;
    static final int GROUP_COUNT = 12;
    static final int GROUP_LOG_NUMBER = 16;
    static final int GROUP_FIRST_SEQUENCE = 24;
    static final int GROUP_DURABLE_SEQUENCE = 32;

    static final int ALIGNMENT = 8;

    /** The longest payload of a group in bytes. */
    public static final int MAX_PAYLOAD = 1 << 30;

    private static final String SUFFIX = ".wal";

    private WalFormat() {}

    /** The file of a log: its number in at least six decimal digits, and ".wal". */
    public static Path file(Path directory, long logNumber) {
        return directory.resolve(String.format(Locale.ROOT, "%06d", logNumber) + SUFFIX);
    }

    /** The log's number, or nothing when the name is no log's. */
    public static OptionalLong logNumber(String fileName) {
        if (!fileName.matches("(?!0+\\.)(\\d{6}|[1-9]\\d{6,17})\\.wal")) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(fileName.substring(0, fileName.length() - SUFFIX.length())));
    }

    static long align(long offset) {
        return (offset + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
