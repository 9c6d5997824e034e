package dev.kiban.internal.table;

import dev.kiban.Compression;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import java.io.IOException;

/** Turns a block's content into its stored form: compressed where that pays, with its trailer. Reused; confined to one thread. */
final class BlockPacker {

    private static final int KEPT_BYTES = 1 << 20;

    private final boolean compress;
    private ByteWriter packed = new ByteWriter(8192);

    BlockPacker(Compression compression) {
        this.compress = compression == Compression.LZ4;
    }

    /**
     * Appends the stored block to the output.
     *
     * @param content the block's content; a trailer may be added to it
     * @return bytes of the stored block
     */
    int write(ByteWriter content, TableOutput out) throws IOException {
        ByteWriter stored = content;
        int type = TableFormat.COMPRESSION_NONE;
        if (compress && compress(content)) {
            stored = packed;
            type = TableFormat.COMPRESSION_LZ4;
        }
        stored.putByte(type);
        stored.putInt(Checksum.of(stored.array(), 0, stored.size()));
        out.append(stored.array(), 0, stored.size());
        int length = stored.size();
        if (packed.array().length > KEPT_BYTES) {
            packed = new ByteWriter(8192);
        }
        return length;
    }

    /** Whether the content became smaller by at least an eighth. */
    private boolean compress(ByteWriter content) {
        int length = content.size();
        int room = Lz4.COMPRESSOR.maxCompressedLength(length);
        packed.clear();
        packed.putVarint(length);
        int at = packed.size();
        packed.putZeros(room);
        packed.truncate(at + Lz4.COMPRESSOR.compress(content.array(), 0, length, packed.array(), at, room));
        return packed.size() <= length - length / 8;
    }
}
