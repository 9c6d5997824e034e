package dev.kiban.internal.table;

import dev.kiban.Compression;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.XxHash64;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one table file from entries in the engine's order: data blocks as they fill, then the sections, then the footer.
 *
 * <p>A writer ends with {@link #finish} or {@link #abandon}; after a failed call only {@link #abandon} is left. The file counts
 * as a table only once {@link #finish} has returned and the caller has synced the directory. Confined to one thread at a time.
 */
public final class TableWriter {

    private static final int KEPT_CONTENT = 1 << 20;

    private final FileSystem fs;
    private final Path file;
    private final long number;
    private final int keyspace;
    private final TableOptions options;
    private final WritableFile handle;
    private final TableOutput out;
    private final BlockBuilder block;
    private final BlockPacker packer;
    private final BlockIndexBuilder index = new BlockIndexBuilder();
    private ByteWriter content;

    private byte[] minKey = {};
    private byte[] lastKey = new byte[64];
    private int lastKeyLength;
    private long lastSequence;
    private long lastHash;

    /** Last key of the block that was closed last; null before there is one. */
    private byte @Nullable [] closedKey;

    private long[] hashes = new long[256];
    private int keys;
    private long entries;
    private long tombstones;
    private long rawBytes;
    private long minSequence = Long.MAX_VALUE;
    private long maxSequence;
    private boolean ended;

    /**
     * Creates the file {@code %06d.sst}; one that is there is overwritten.
     *
     * @param number file number, unique for the life of the store
     * @param keyspace id of the keyspace that all entries belong to
     */
    public TableWriter(FileSystem fs, Path directory, long number, int keyspace, TableOptions options)
            throws IOException {
        this.fs = fs;
        this.file = directory.resolve(Table.fileName(number));
        this.number = number;
        this.keyspace = keyspace;
        this.options = options;
        this.block = new BlockBuilder(options.blockSize());
        this.packer = new BlockPacker(options.compression());
        this.content = new ByteWriter(2 * options.blockSize());
        this.handle = fs.create(file);
        this.out = new TableOutput(handle);
    }

    /**
     * Appends an entry: a key above the last one, or the same key with a smaller sequence.
     *
     * @param key in its first {@code keyLength} bytes, at most 64 KiB
     * @param sequence 0 to 2<sup>60</sup> - 1
     * @param kind one of {@link EntryKind}
     * @param value {@code valueLength} bytes from {@code valueOffset}, at most 256 MiB
     * @throws IllegalStateException when the order is broken: the caller's bug
     * @throws dev.kiban.internal.fs.NoSpaceException when the volume is full
     */
    public void add(byte[] key, int keyLength, long sequence, int kind, byte[] value, int valueOffset, int valueLength)
            throws IOException {
        checkOpen();
        checkEntry(keyLength, sequence, kind, valueLength);
        if (startsKey(key, keyLength, sequence)) {
            remember(key, keyLength);
        }
        lastSequence = sequence;
        if (!block.fits(key, keyLength, sequence, valueLength)) {
            closeBlock();
            if (!block.fits(key, keyLength, sequence, valueLength)) {
                content.clear();
                BlockBuilder.buildSingle(
                        content, key, keyLength, lastHash, sequence, kind, value, valueOffset, valueLength);
                byte[] only = Arrays.copyOf(key, keyLength);
                writeBlock(only, only);
                count(keyLength, sequence, kind, valueLength);
                return;
            }
        }
        block.add(key, keyLength, lastHash, sequence, kind, value, valueOffset, valueLength);
        count(keyLength, sequence, kind, valueLength);
    }

    /** About how many bytes the file would have if it were finished now. */
    public long estimatedSize() {
        long filter = options.filterBitsPerKey() == 0 ? 0 : BloomFilter.bytesFor(keys, options.filterBitsPerKey());
        return out.position() + block.size() + index.estimatedSize() + filter + 2L * lastKeyLength + 512;
    }

    /** Entries added so far. */
    public long entries() {
        return entries;
    }

    public Path file() {
        return file;
    }

    /**
     * Writes what is left, syncs the file and closes it. The caller syncs the directory.
     *
     * @throws IllegalStateException when nothing was added
     */
    public TableMeta finish() throws IOException {
        checkOpen();
        if (entries == 0) {
            throw new IllegalStateException("a table needs at least one entry");
        }
        closeBlock();
        List<SectionDirectory.Section> sections = new ArrayList<>();
        sections.add(writeSection(TableFormat.INDEX_SECTION, index.encode()));
        if (options.filterBitsPerKey() > 0) {
            sections.add(writeSection(TableFormat.FILTER_SECTION, filter().encode()));
        }
        byte[] maxKey = Arrays.copyOf(lastKey, lastKeyLength);
        sections.add(
                writeSection(TableFormat.PROPERTIES_SECTION, properties(maxKey).encode()));
        byte[] directory = new SectionDirectory(sections).encode();
        Footer footer = new Footer(
                out.position(),
                directory.length,
                Checksum.of(directory, 0, directory.length),
                0,
                0,
                options.storeIdHigh(),
                options.storeIdLow(),
                number);
        out.append(directory, 0, directory.length);
        out.append(footer.encode(), 0, Footer.LENGTH);
        out.flush();
        handle.sync();
        handle.close();
        ended = true;
        return new TableMeta(
                number, keyspace, out.position(), minKey, maxKey, minSequence, maxSequence, entries, tombstones);
    }

    /** Closes and deletes the file, finished or not. */
    public void abandon() throws IOException {
        ended = true;
        handle.close();
        if (fs.exists(file)) {
            fs.delete(file);
        }
    }

    private boolean startsKey(byte[] key, int keyLength, long sequence) {
        if (entries == 0) {
            return true;
        }
        int order = Arrays.compareUnsigned(lastKey, 0, lastKeyLength, key, 0, keyLength);
        if (order > 0 || (order == 0 && sequence >= lastSequence)) {
            throw new IllegalStateException("an entry is out of order");
        }
        return order < 0;
    }

    private void remember(byte[] key, int keyLength) {
        if (lastKey.length < keyLength) {
            lastKey = new byte[Math.max(keyLength, 2 * lastKey.length)];
        }
        System.arraycopy(key, 0, lastKey, 0, keyLength);
        lastKeyLength = keyLength;
        lastHash = XxHash64.hash(key, 0, keyLength);
        if (entries == 0) {
            minKey = Arrays.copyOf(key, keyLength);
        }
        if (options.filterBitsPerKey() > 0) {
            if (keys == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * keys);
            }
            hashes[keys] = lastHash;
        }
        keys++;
    }

    private void count(int keyLength, long sequence, int kind, int valueLength) {
        entries++;
        if (kind == EntryKind.DELETE) {
            tombstones++;
        }
        rawBytes += (long) keyLength + valueLength;
        minSequence = Math.min(minSequence, sequence);
        maxSequence = Math.max(maxSequence, sequence);
    }

    private void closeBlock() throws IOException {
        if (!block.isEmpty()) {
            byte[] first = block.firstKey();
            byte[] last = block.lastKey();
            content.clear();
            block.build(content);
            writeBlock(first, last);
        }
    }

    private void writeBlock(byte[] first, byte[] last) throws IOException {
        long place = out.position();
        int length = packer.write(content, out);
        if (content.array().length > KEPT_CONTENT + 2 * options.blockSize()) {
            content = new ByteWriter(2 * options.blockSize());
        }
        byte[] before = closedKey;
        int shared = before == null ? first.length : Arrays.mismatch(before, first);
        // One byte more than what both keys share is above the key before and not above this one.
        int separatorLength = before == null || shared < 0 ? first.length : shared + 1;
        index.add(first, separatorLength, shared < 0, place, length);
        closedKey = last;
    }

    private BloomFilter filter() {
        BloomFilter filter = BloomFilter.sizedFor(keys, options.filterBitsPerKey());
        for (int i = 0; i < keys; i++) {
            filter.add(hashes[i]);
        }
        return filter;
    }

    private TableProperties properties(byte[] maxKey) {
        String version = TableWriter.class.getPackage().getImplementationVersion();
        return new TableProperties(
                number,
                keyspace,
                minKey,
                maxKey,
                minSequence,
                maxSequence,
                entries,
                tombstones,
                keys,
                rawBytes,
                index.blocks(),
                options.compression() == Compression.LZ4 ? TableFormat.COMPRESSION_LZ4 : TableFormat.COMPRESSION_NONE,
                fs.currentTimeMillis(),
                version == null ? "kiban" : "kiban " + version);
    }

    private SectionDirectory.Section writeSection(int tag, byte[] section) throws IOException {
        long place = out.position();
        out.append(section, 0, section.length);
        return new SectionDirectory.Section(tag, place, section.length, Checksum.of(section, 0, section.length));
    }

    private void checkOpen() {
        if (ended) {
            throw new IllegalStateException("the table writer has ended");
        }
    }

    private static void checkEntry(int keyLength, long sequence, int kind, int valueLength) {
        if (keyLength > TableFormat.MAX_KEY_LENGTH
                || valueLength > TableFormat.MAX_VALUE_LENGTH
                || sequence < 0
                || sequence >= TableFormat.SEQUENCE_LIMIT
                || !EntryKind.isKnown(kind)) {
            throw new IllegalArgumentException("an entry of kind " + kind + " with a key of " + keyLength
                    + " bytes, a value of " + valueLength + " bytes and sequence " + sequence);
        }
    }
}
