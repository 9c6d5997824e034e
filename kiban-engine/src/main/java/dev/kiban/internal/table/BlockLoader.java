package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.cache.ReadBuffer;
import dev.kiban.internal.codec.ByteReader;
import dev.kiban.internal.codec.Checksum;
import java.io.IOException;
import java.nio.file.Path;
import net.jpountz.lz4.LZ4Exception;

/** Brings blocks from the file: reads, verifies, decompresses. Confined to one thread. */
final class BlockLoader {

    private final Path path;
    private final BlockIndex index;
    private final FileWindow window;
    private final ReadBuffer buffer;

    BlockLoader(Path path, BlockIndex index, FileWindow window, ReadBuffer buffer) {
        this.path = path;
        this.index = index;
        this.window = window;
        this.buffer = buffer;
    }

    /**
     * Loads a block's content into {@link ReadBuffer#block()}.
     *
     * @return the content's length
     */
    int load(int block) throws IOException {
        long place = index.place(block);
        int length = index.length(block);
        byte[] stored = buffer.stored(length);
        window.read(place, stored, length);
        int body = length - TableFormat.BLOCK_TRAILER;
        int checksum = new ByteReader(stored, length - 4, 4).getInt();
        if (Checksum.of(stored, 0, length - 4) != checksum) {
            throw new CorruptionException(path, place, "a block's checksum does not match");
        }
        int type = stored[body] & 0xFF;
        if (type == TableFormat.COMPRESSION_NONE) {
            buffer.useStoredAsBlock();
            return body;
        }
        if (type == TableFormat.COMPRESSION_LZ4) {
            return decompress(stored, body, place);
        }
        throw TableFormat.tooNew(path, "block compression " + type);
    }

    private int decompress(byte[] stored, int body, long place) {
        try {
            ByteReader in = new ByteReader(stored, 0, body);
            int length = in.getLength(TableFormat.MAX_BLOCK_LENGTH);
            int packed = in.remaining();
            int done = Lz4.DECOMPRESSOR.decompress(stored, in.position(), packed, buffer.block(length), 0, length);
            if (done == length) {
                return length;
            }
            throw new CorruptionException(path, place, "a block decompresses to " + done + " bytes, not " + length);
        } catch (LZ4Exception | ByteReader.MalformedException malformed) {
            throw new CorruptionException(path, place, "a block does not decompress");
        }
    }
}
