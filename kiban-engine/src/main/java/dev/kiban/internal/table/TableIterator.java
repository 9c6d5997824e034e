package dev.kiban.internal.table;

import dev.kiban.internal.cache.BlockCache;
import dev.kiban.internal.cache.CachedBlocks;
import dev.kiban.internal.cache.ReadBuffer;
import dev.kiban.internal.cache.ReadBuffers;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.fs.ReadableFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a table. The current block lies in a private heap array, copied out of the cache or loaded from the file, so
 * entries stay whole whatever the cache does meanwhile. A move that throws leaves the iterator invalid. Confined to one thread.
 */
final class TableIterator implements EntryIterator {

    private static final int NO_BLOCK = -1;

    private final BlockIndex index;
    private final CachedBlocks cached;
    private final ReadMode mode;
    private final ReadBuffers buffers;
    private final BlockLoader loader;
    private final BlockCursor cursor;

    /** Null once closed. */
    private @Nullable ReadBuffer buffer;

    private byte[] key = new byte[64];
    private int block = NO_BLOCK;
    private int entry;
    private boolean valid;

    TableIterator(
            Path path, ReadableFile file, BlockIndex index, BlockCache cache, CachedBlocks cached, ReadMode mode) {
        this.index = index;
        this.cached = cached;
        this.mode = mode;
        boolean stream = mode == ReadMode.PAST_CACHE;
        this.buffers = stream ? cache.streamBuffers() : cache.pointBuffers();
        ReadBuffer taken = buffers.take();
        this.buffer = taken;
        FileWindow window = new FileWindow(file, path, taken.io(), stream ? index.dataEnd() : 0);
        this.loader = new BlockLoader(path, index, window, taken);
        this.cursor = new BlockCursor(path);
    }

    @Override
    public boolean isValid() {
        return valid;
    }

    @Override
    public void seekToFirst() throws IOException {
        turnTo(0);
        show(0);
    }

    @Override
    public void seekToLast() throws IOException {
        turnTo(index.size() - 1);
        show(cursor.count() - 1);
    }

    @Override
    public void seek(byte[] target, int targetLength) throws IOException {
        turnTo(Math.max(0, index.blockOf(target, targetLength)));
        int found = cursor.lowerBound(target, targetLength);
        if (found < cursor.count()) {
            show(found);
        } else {
            firstOf(block + 1);
        }
    }

    @Override
    public void seekBefore(byte[] target, int targetLength) throws IOException {
        int below = index.countBelow(target, targetLength);
        if (below == 0) {
            valid = false;
            return;
        }
        turnTo(below - 1);
        int found = cursor.lowerBound(target, targetLength);
        if (found > 0) {
            show(found - 1);
        } else {
            lastOf(block - 1);
        }
    }

    @Override
    public void next() throws IOException {
        checkValid();
        if (entry + 1 < cursor.count()) {
            show(entry + 1);
        } else {
            firstOf(block + 1);
        }
    }

    @Override
    public void previous() throws IOException {
        checkValid();
        if (entry > 0) {
            show(entry - 1);
        } else {
            lastOf(block - 1);
        }
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public int keyLength() {
        return cursor.keyLength();
    }

    @Override
    public long sequence() {
        return cursor.sequence();
    }

    @Override
    public int kind() {
        return cursor.kind();
    }

    @Override
    public byte[] value() {
        return cursor.bytes();
    }

    @Override
    public int valueOffset() {
        return cursor.valueAt();
    }

    @Override
    public int valueLength() {
        return cursor.valueLength();
    }

    @Override
    public void close() {
        ReadBuffer given = buffer;
        if (given != null) {
            buffer = null;
            valid = false;
            block = NO_BLOCK;
            buffers.give(given);
        }
    }

    private void firstOf(int target) throws IOException {
        if (target >= index.size()) {
            valid = false;
            return;
        }
        turnTo(target);
        show(0);
    }

    private void lastOf(int target) throws IOException {
        if (target < 0) {
            valid = false;
            return;
        }
        turnTo(target);
        show(cursor.count() - 1);
    }

    private void show(int target) {
        valid = false;
        cursor.moveTo(target);
        int length = cursor.keyLength();
        if (key.length < length) {
            key = new byte[Math.max(length, 2 * key.length)];
            cursor.copyPrefix(key);
        }
        cursor.copySuffix(key);
        entry = target;
        valid = true;
    }

    /** Makes the block the current one. */
    private void turnTo(int target) throws IOException {
        valid = false;
        if (target == block) {
            return;
        }
        ReadBuffer into = buffer;
        if (into == null) {
            throw new IllegalStateException("the iterator is closed");
        }
        block = NO_BLOCK;
        int length = CachedBlocks.NONE;
        if (mode == ReadMode.CACHED) {
            length = cached.copy(target, into);
            if (length == CachedBlocks.NONE) {
                cached.countMiss();
            } else {
                cached.countHit();
            }
        }
        if (length == CachedBlocks.NONE) {
            length = loader.load(target);
        }
        cursor.open(into.block(), length, index.place(target));
        if (key.length < cursor.prefixLength()) {
            key = new byte[cursor.prefixLength()];
        }
        cursor.copyPrefix(key);
        block = target;
    }

    private void checkValid() {
        if (!valid) {
            throw new IllegalStateException("the iterator is not at an entry");
        }
    }
}
