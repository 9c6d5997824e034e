package dev.kiban.internal.read;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.Keys;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over a sorted list, for tests. As strict as the contract allows: its key and value arrays are overwritten by each
 * move, and misuse fails.
 */
public final class ListIterator implements EntryIterator {

    private final List<Entry> entries;
    private int at = -1;
    private byte[] key = new byte[0];
    private byte[] value = new byte[0];
    private boolean closed;

    /** Fails every move once that many were made; negative: never. */
    public int failAfterMoves = -1;

    public @Nullable Runnable onClose;

    public ListIterator(List<Entry> sorted) {
        this.entries = sorted.stream().sorted(Entry.ORDER).toList();
    }

    public static ListIterator of(Entry... entries) {
        return new ListIterator(List.of(entries));
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid() {
        refuseClosed();
        return at >= 0 && at < entries.size();
    }

    @Override
    public void seekToFirst() throws IOException {
        move(0);
    }

    @Override
    public void seekToLast() throws IOException {
        move(entries.size() - 1);
    }

    @Override
    public void seek(byte[] target, int length) throws IOException {
        move(firstAtOrAfter(target, length));
    }

    @Override
    public void seekBefore(byte[] target, int length) throws IOException {
        move(firstAtOrAfter(target, length) - 1);
    }

    @Override
    public void next() throws IOException {
        entry();
        move(at + 1);
    }

    @Override
    public void previous() throws IOException {
        entry();
        move(at - 1);
    }

    @Override
    public byte[] key() {
        entry();
        return key;
    }

    @Override
    public int keyLength() {
        return entry().key().length;
    }

    @Override
    public long sequence() {
        return entry().sequence();
    }

    @Override
    public int kind() {
        return entry().kind();
    }

    @Override
    public byte[] value() {
        entry();
        return value;
    }

    @Override
    public int valueOffset() {
        return 3;
    }

    @Override
    public int valueLength() {
        return entry().value().length;
    }

    @Override
    public void close() {
        if (!closed && onClose != null) {
            onClose.run();
        }
        closed = true;
    }

    private void move(int to) throws IOException {
        refuseClosed();
        if (failAfterMoves >= 0 && failAfterMoves-- == 0) {
            failAfterMoves = 0;
            throw new IOException("the disk is on fire");
        }
        Arrays.fill(key, (byte) 0xEE);
        Arrays.fill(value, (byte) 0xEE);
        at = Math.max(-1, Math.min(to, entries.size()));
        if (isValid()) {
            byte[] now = entry().key();
            key = Arrays.copyOf(now, now.length + 5);
            byte[] content = entry().value();
            value = new byte[content.length + 3];
            System.arraycopy(content, 0, value, 3, content.length);
        }
    }

    private int firstAtOrAfter(byte[] target, int length) {
        int place = 0;
        while (place < entries.size()) {
            byte[] candidate = entries.get(place).key();
            if (Keys.compare(candidate, candidate.length, target, length) >= 0) {
                break;
            }
            place++;
        }
        return place;
    }

    private Entry entry() {
        if (!isValid()) {
            throw new IllegalStateException("the iterator is not at an entry");
        }
        return entries.get(at);
    }

    private void refuseClosed() {
        if (closed) {
            throw new IllegalStateException("the iterator is closed");
        }
    }
}
