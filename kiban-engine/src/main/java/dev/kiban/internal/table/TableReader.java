package dev.kiban.internal.table;

import dev.kiban.CorruptionException;
import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.cache.CachedBlocks;
import dev.kiban.internal.cache.ReadBuffer;
import dev.kiban.internal.cache.Slab;
import dev.kiban.internal.codec.Checksum;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Lookup;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.fs.ReadableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads one table file. Index and filter are on the heap, blocks come from the cache or the file.
 *
 * <p>Opening verifies footer, directory and sections; a block's checksum is verified when it is read from the file, so nothing
 * unverified is ever returned. Thread safe, except that {@link #close} needs every reader and iterator to be gone.
 *
 * <p>A point read costs a filter probe, an interpolated search in the index, and in a cached block a scan of one-byte fingerprints
 * and the comparison of one key: no lock, no hashing but of the key, and nothing allocated but the value.
 */
public final class TableReader implements Closeable {

    /** How often a point read tries again in the cache after the block changed under it. */
    private static final int CACHE_ATTEMPTS = 4;

    private final Path path;
    private final ReadableFile file;
    private final TableProperties properties;
    private final BlockIndex index;
    private final @Nullable BloomFilter filter;
    private final BlockCache cache;
    private final CachedBlocks cached;
    private final TableStats stats;

    private TableReader(
            Path path,
            ReadableFile file,
            TableProperties properties,
            BlockIndex index,
            @Nullable BloomFilter filter,
            BlockCache cache,
            TableStats stats) {
        this.path = path;
        this.file = file;
        this.properties = properties;
        this.index = index;
        this.filter = filter;
        this.cache = cache;
        this.cached = cache.register(index.size());
        this.stats = stats;
    }

    /**
     * Opens a table.
     *
     * @param expected what the MANIFEST knows of it; the file must agree
     * @param storeIdHigh half of the store's id, which the file must carry
     * @param storeIdLow the other half
     * @throws CorruptionException when the file is missing, damaged, too short, or another table's
     * @throws dev.kiban.UnsupportedFormatException when it is of another format version
     */
    public static TableReader open(
            FileSystem fs,
            Path path,
            TableMeta expected,
            long storeIdHigh,
            long storeIdLow,
            BlockCache cache,
            TableStats stats)
            throws IOException {
        ReadableFile file;
        try {
            file = fs.openForRead(path);
        } catch (NoSuchFileException missing) {
            throw new CorruptionException(path, -1, "the file is missing");
        }
        boolean opened = false;
        ReadBuffer buffer = cache.pointBuffers().take();
        try {
            TableReader reader = load(
                    path,
                    file,
                    new FileWindow(file, path, buffer.io(), 0),
                    expected,
                    storeIdHigh,
                    storeIdLow,
                    cache,
                    stats);
            opened = true;
            return reader;
        } finally {
            cache.pointBuffers().give(buffer);
            if (!opened) {
                file.close();
            }
        }
    }

    private static TableReader load(
            Path path,
            ReadableFile file,
            FileWindow window,
            TableMeta expected,
            long storeIdHigh,
            long storeIdLow,
            BlockCache cache,
            TableStats stats)
            throws IOException {
        long size = file.size();
        if (size != expected.size()) {
            throw new CorruptionException(
                    path, -1, "it has " + size + " bytes where " + expected.size() + " were written");
        }
        byte[] tail = new byte[Footer.tailLength(size)];
        window.read(size - tail.length, tail, tail.length);
        Footer footer = Footer.decode(path, tail, size);
        if (footer.storeIdHigh() != storeIdHigh || footer.storeIdLow() != storeIdLow) {
            throw new CorruptionException(path, size - Footer.LENGTH, "it belongs to another store");
        }
        if (footer.number() != expected.number()) {
            throw new CorruptionException(path, size - Footer.LENGTH, "it is table " + footer.number());
        }
        long directoryPlace = footer.directoryOffset();
        byte[] directoryBytes =
                verified(path, window, directoryPlace, footer.directoryLength(), footer.directoryChecksum());
        SectionDirectory directory = SectionDirectory.decode(path, directoryBytes, directoryPlace);

        SectionDirectory.Section propertiesSection = required(path, directory, TableFormat.PROPERTIES_SECTION);
        TableProperties properties =
                TableProperties.decode(path, read(path, window, propertiesSection), propertiesSection.offset());
        if (properties.number() != expected.number() || properties.keyspace() != expected.keyspace()) {
            throw new CorruptionException(
                    path, propertiesSection.offset(), "its number or keyspace is not what the MANIFEST says");
        }
        SectionDirectory.Section indexSection = required(path, directory, TableFormat.INDEX_SECTION);
        BlockIndex index = BlockIndex.decode(path, read(path, window, indexSection), indexSection.offset());
        SectionDirectory.Section filterSection = directory.find(TableFormat.FILTER_SECTION);
        BloomFilter filter = null;
        if (filterSection != null) {
            byte[] bytes = read(path, window, filterSection);
            if (!BloomFilter.isWellFormed(bytes)) {
                throw new CorruptionException(path, filterSection.offset(), "the filter's length cannot be");
            }
            filter = BloomFilter.decode(bytes);
        }
        return new TableReader(path, file, properties, index, filter, cache, stats);
    }

    public TableProperties properties() {
        return properties;
    }

    /** Heap bytes of the block index and the slots of cached blocks. */
    public long indexBytes() {
        return index.heapBytes() + cached.heapBytes();
    }

    /** Heap bytes of the filter. */
    public long filterBytes() {
        BloomFilter present = filter;
        return present == null ? 0 : present.heapBytes();
    }

    /** False means that the table holds no key with the hash. */
    public boolean mayContain(long hash) {
        BloomFilter present = filter;
        return present == null || present.mayContain(hash);
    }

    /**
     * Looks for the newest version of the key that the lookup may see.
     *
     * @return whether there is one, a delete included; the lookup then holds it
     */
    public boolean get(Lookup lookup) throws IOException {
        BloomFilter present = filter;
        if (present != null) {
            if (!present.mayContain(lookup.hash)) {
                stats.filterNegatives.increment();
                return false;
            }
            stats.filterPositives.increment();
        }
        byte[] key = lookup.key;
        int block = index.blockOf(key, key.length);
        if (block >= 0) {
            do {
                byte[] value = find(block, lookup);
                if (value != BlockSearch.ABSENT) {
                    return value == BlockSearch.DELETED ? lookup.deleted() : lookup.found(value);
                }
                block++;
            } while (index.continuesWith(block, key, key.length));
        }
        if (present != null) {
            stats.filterFalsePositives.increment();
        }
        return false;
    }

    /** A walk over all entries, not yet positioned. The caller closes it, before the table. */
    public EntryIterator iterator(ReadMode mode) {
        return new TableIterator(path, file, index, cache, cached, mode);
    }

    /** Gives the cached blocks back and closes the file. Idempotent. */
    @Override
    public void close() throws IOException {
        cached.close();
        file.close();
    }

    private byte[] find(int block, Lookup lookup) throws IOException {
        for (int attempt = 0; attempt < CACHE_ATTEMPTS; attempt++) {
            int slot = cached.slot(block);
            Slab slab = slot == CachedBlocks.NONE ? null : cached.slab(slot);
            if (slab == null) {
                break;
            }
            int stamp = slab.stamp(slot);
            if ((stamp & 1) != 0 || cached.slot(block) != slot) {
                continue;
            }
            byte[] value;
            try {
                value = BlockSearch.find(slab.bytes(), slab.offset(slot), lookup);
            } catch (IndexOutOfBoundsException torn) {
                continue;
            }
            if (slab.isUnchanged(slot, stamp)) {
                slab.touch(slot);
                cached.countHit();
                return value;
            }
        }
        return findInFile(block, lookup);
    }

    private byte[] findInFile(int block, Lookup lookup) throws IOException {
        cached.countMiss();
        ReadBuffer buffer = cache.pointBuffers().take();
        try {
            FileWindow window = new FileWindow(file, path, buffer.io(), 0);
            int length = new BlockLoader(path, index, window, buffer).load(block);
            cached.insert(block, buffer.block(), length);
            BlockCursor cursor = new BlockCursor(path);
            cursor.open(buffer.block(), length, index.place(block));
            return cursor.find(lookup);
        } finally {
            cache.pointBuffers().give(buffer);
        }
    }

    private static SectionDirectory.Section required(Path path, SectionDirectory directory, int tag) {
        SectionDirectory.Section section = directory.find(tag);
        if (section == null) {
            throw new CorruptionException(path, -1, "a section is missing");
        }
        return section;
    }

    private static byte[] read(Path path, FileWindow window, SectionDirectory.Section section) throws IOException {
        if (section.length() > Integer.MAX_VALUE - 16) {
            throw new CorruptionException(path, section.offset(), "a section's length cannot be");
        }
        return verified(path, window, section.offset(), (int) section.length(), section.checksum());
    }

    private static byte[] verified(Path path, FileWindow window, long place, int length, int checksum)
            throws IOException {
        byte[] bytes = new byte[length];
        window.read(place, bytes, length);
        if (Checksum.of(bytes, 0, length) != checksum) {
            throw new CorruptionException(path, place, "a section's checksum does not match");
        }
        return bytes;
    }
}
