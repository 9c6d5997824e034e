package dev.kiban.internal.table;

import dev.kiban.UnsupportedFormatException;
import java.nio.file.Path;

/** Numbers of the file format that more than one class needs; {@code docs/format/sst.md} explains them. */
final class TableFormat {

    static final int MAX_KEY_LENGTH = 64 * 1024;
    static final int MAX_VALUE_LENGTH = 256 * 1024 * 1024;

    /** Sequences are below this, so that one and a kind share a 64-bit tag. */
    static final long SEQUENCE_LIMIT = 1L << 60;

    /** Tags of sections; the low bit says that a reader must understand the section. */
    static final int INDEX_SECTION = 1 << 1 | 1;

    static final int FILTER_SECTION = 2 << 1;
    static final int PROPERTIES_SECTION = 3 << 1 | 1;

    /** Offsets within a block's content. */
    static final int BLOCK_BASE_SEQUENCE = 0;

    static final int BLOCK_ENTRIES = 8;
    static final int BLOCK_SHAPE = 12;
    static final int BLOCK_HEADER = 16;

    /** The shape word: the common prefix's length, and flags above it. */
    static final int SHAPE_PREFIX = 0x00FF_FFFF;

    static final int SHAPE_WIDE_OFFSETS = 0x0100_0000;
    static final int SHAPE_UNKNOWN = ~(SHAPE_PREFIX | SHAPE_WIDE_OFFSETS);

    /** What follows a stored block: its compression and a checksum. */
    static final int BLOCK_TRAILER = 5;

    static final int COMPRESSION_NONE = 0;
    static final int COMPRESSION_LZ4 = 1;

    /** No block's content is longer: one entry with the longest key and value, and room to spare. */
    static final int MAX_BLOCK_LENGTH = MAX_VALUE_LENGTH + (1 << 20);

    private TableFormat() {}

    /** The refusal of something in a table that this build does not know and must not skip. */
    static UnsupportedFormatException tooNew(Path file, String found) {
        return new UnsupportedFormatException(
                file, UnsupportedFormatException.Age.TOO_NEW, found, "table format version " + Footer.VERSION);
    }

    /** Whether a reader that does not know the tag must refuse the table. */
    static boolean mustUnderstand(long tag) {
        return (tag & 1) != 0;
    }
}
