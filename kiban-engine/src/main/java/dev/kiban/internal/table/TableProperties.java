package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What a table says of itself. Immutable; the arrays must not be written to.
 *
 * @param number file number
 * @param keyspace id of the keyspace
 * @param minKey first key
 * @param maxKey last key
 * @param minSequence smallest sequence
 * @param maxSequence largest sequence
 * @param entries entries, tombstones included
 * @param tombstones deletes
 * @param keys distinct keys
 * @param rawBytes bytes of keys and values, every version counted
 * @param dataBlocks data blocks
 * @param compression the compression asked for: 0 none, 1 LZ4; each block says what it really has
 * @param creationTime milliseconds since 1970, UTC
 * @param writer name and version of the program that wrote it
 */
@SuppressWarnings("ArrayRecordComponent")
public record TableProperties(
        long number,
        int keyspace,
        byte[] minKey,
        byte[] maxKey,
        long minSequence,
        long maxSequence,
        long entries,
        long tombstones,
        long keys,
        long rawBytes,
        long dataBlocks,
        int compression,
        long creationTime,
        String writer) {

    private static final int REQUIRED_TAGS = 8;

    // Tags: those up to eight must be understood and must be there, the others may be skipped.
    private static final int NUMBER = 1 << 1 | 1;
    private static final int KEYSPACE = 2 << 1 | 1;
    private static final int MIN_KEY = 3 << 1 | 1;
    private static final int MAX_KEY = 4 << 1 | 1;
    private static final int MIN_SEQUENCE = 5 << 1 | 1;
    private static final int MAX_SEQUENCE = 6 << 1 | 1;
    private static final int ENTRIES = 7 << 1 | 1;
    private static final int TOMBSTONES = 8 << 1 | 1;
    private static final int KEYS = 9 << 1;
    private static final int RAW_BYTES = 10 << 1;
    private static final int DATA_BLOCKS = 11 << 1;
    private static final int COMPRESSION = 12 << 1;
    private static final int CREATION_TIME = 13 << 1;
    private static final int WRITER = 14 << 1;

    byte[] encode() {
        ByteWriter out = new ByteWriter(256);
        putNumber(out, NUMBER, number);
        putNumber(out, KEYSPACE, keyspace);
        putBytes(out, MIN_KEY, minKey);
        putBytes(out, MAX_KEY, maxKey);
        putNumber(out, MIN_SEQUENCE, minSequence);
        putNumber(out, MAX_SEQUENCE, maxSequence);
        putNumber(out, ENTRIES, entries);
        putNumber(out, TOMBSTONES, tombstones);
        putNumber(out, KEYS, keys);
        putNumber(out, RAW_BYTES, rawBytes);
        putNumber(out, DATA_BLOCKS, dataBlocks);
        putNumber(out, COMPRESSION, compression);
        putNumber(out, CREATION_TIME, creationTime);
        putBytes(out, WRITER, writer.getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    /** Reads properties whose checksum has been verified. */
    static TableProperties decode(Path file, byte[] bytes, long place) {
        long[] numbers = new long[WRITER + 1];
        byte[] minKey = {};
        byte[] maxKey = {};
        String writer = "";
        int seen = 0;
        try {
            ByteReader in = new ByteReader(bytes);
            while (in.remaining() > 0) {
                long tag = in.getVarint();
                byte[] value = in.getSized();
                if (tag == MIN_KEY) {
                    minKey = value;
                } else if (tag == MAX_KEY) {
                    maxKey = value;
                } else if (tag == WRITER) {
                    writer = new String(value, StandardCharsets.UTF_8);
                } else if (tag >= NUMBER && tag < WRITER && isKnown((int) tag)) {
                    numbers[(int) tag] = new ByteReader(value).getVarint();
                } else if (TableFormat.mustUnderstand(tag)) {
                    throw TableFormat.tooNew(file, "a table property with tag " + tag);
                }
                if (tag > 0 && tag <= TOMBSTONES && TableFormat.mustUnderstand(tag)) {
                    seen |= 1 << (tag >>> 1);
                }
            }
        } catch (ByteReader.MalformedException malformed) {
            throw new CorruptionException(file, place, "the properties do not hold: " + malformed.getMessage());
        }
        if (Integer.bitCount(seen) != REQUIRED_TAGS) {
            throw new CorruptionException(file, place, "a property is missing");
        }
        return new TableProperties(
                numbers[NUMBER],
                (int) numbers[KEYSPACE],
                minKey,
                maxKey,
                numbers[MIN_SEQUENCE],
                numbers[MAX_SEQUENCE],
                numbers[ENTRIES],
                numbers[TOMBSTONES],
                numbers[KEYS],
                numbers[RAW_BYTES],
                numbers[DATA_BLOCKS],
                (int) numbers[COMPRESSION],
                numbers[CREATION_TIME],
                writer);
    }

    private static boolean isKnown(int tag) {
        return TableFormat.mustUnderstand(tag) == (tag <= TOMBSTONES);
    }

    private static void putNumber(ByteWriter out, int tag, long value) {
        ByteWriter number = new ByteWriter(10).putVarint(value);
        out.putVarint(tag).putVarint(number.size()).putBytes(number.array(), 0, number.size());
    }

    private static void putBytes(ByteWriter out, int tag, byte[] value) {
        out.putVarint(tag).putSized(value);
    }
}
