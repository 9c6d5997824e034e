package dev.kiban.internal.read;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Keys;
import dev.kiban.internal.table.Table;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one disjoint level (L1 and deeper) as one walk. A table is opened when the walk reaches it and closed when the
 * walk leaves it, so that at most one is open. Confined to one thread at a time.
 */
public final class LevelIterator implements EntryIterator {

    private final List<Table> tables;
    private final TableOpener opener;

    private int index;
    private @Nullable EntryIterator open;

    /**
     * @param tables ascending by key, no key in two of them
     */
    public LevelIterator(List<Table> tables, TableOpener opener) {
        this.tables = tables;
        this.opener = opener;
    }

    @Override
    public boolean isValid() {
        return open != null && open.isValid();
    }

    @Override
    public void seekToFirst() throws IOException {
        firstFrom(0);
    }

    @Override
    public void seekToLast() throws IOException {
        lastFrom(tables.size() - 1);
    }

    @Override
    public void seek(byte[] key, int keyLength) throws IOException {
        int target = firstEndingAtOrAfter(key, keyLength);
        EntryIterator table = enter(target);
        if (table != null) {
            table.seek(key, keyLength);
            if (!table.isValid()) {
                firstFrom(target + 1);
            }
        }
    }

    @Override
    public void seekBefore(byte[] key, int keyLength) throws IOException {
        int target = firstBeginningAtOrAfter(key, keyLength) - 1;
        EntryIterator table = enter(target);
        if (table != null) {
            table.seekBefore(key, keyLength);
            if (!table.isValid()) {
                lastFrom(target - 1);
            }
        }
    }

    @Override
    public void next() throws IOException {
        EntryIterator table = current();
        table.next();
        if (!table.isValid()) {
            firstFrom(index + 1);
        }
    }

    @Override
    public void previous() throws IOException {
        EntryIterator table = current();
        table.previous();
        if (!table.isValid()) {
            lastFrom(index - 1);
        }
    }

    @Override
    public byte[] key() {
        return current().key();
    }

    @Override
    public int keyLength() {
        return current().keyLength();
    }

    @Override
    public long sequence() {
        return current().sequence();
    }

    @Override
    public int kind() {
        return current().kind();
    }

    @Override
    public byte[] value() {
        return current().value();
    }

    @Override
    public int valueOffset() {
        return current().valueOffset();
    }

    @Override
    public int valueLength() {
        return current().valueLength();
    }

    @Override
    public void close() throws IOException {
        leave();
    }

    private EntryIterator current() {
        EntryIterator table = open;
        if (table == null) {
            throw new IllegalStateException("the iterator is not at an entry");
        }
        return table;
    }

    private void firstFrom(int from) throws IOException {
        for (int i = from; ; i++) {
            EntryIterator table = enter(i);
            if (table == null) {
                return;
            }
            table.seekToFirst();
            if (table.isValid()) {
                return;
            }
        }
    }

    private void lastFrom(int from) throws IOException {
        for (int i = from; ; i--) {
            EntryIterator table = enter(i);
            if (table == null) {
                return;
            }
            table.seekToLast();
            if (table.isValid()) {
                return;
            }
        }
    }

    /** Makes the table the open one; null, and none is open, when there is no such table. */
    private @Nullable EntryIterator enter(int target) throws IOException {
        EntryIterator table = open;
        if (table != null && target == index) {
            return table;
        }
        leave();
        if (target < 0 || target >= tables.size()) {
            return null;
        }
        table = opener.open(tables.get(target));
        index = target;
        open = table;
        return table;
    }

    private void leave() throws IOException {
        EntryIterator left = open;
        open = null;
        if (left != null) {
            left.close();
        }
    }

    private int firstEndingAtOrAfter(byte[] key, int keyLength) {
        int low = 0;
        int high = tables.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            byte[] max = tables.get(middle).meta().maxKey();
            if (Keys.compare(max, max.length, key, keyLength) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int firstBeginningAtOrAfter(byte[] key, int keyLength) {
        int low = 0;
        int high = tables.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            byte[] min = tables.get(middle).meta().minKey();
            if (Keys.compare(min, min.length, key, keyLength) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
