package dev.kiban.internal.read;

import dev.kiban.KeyRange;
import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Keys;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a user sees of a walk over versions: for each key of a range the newest version at or below a sequence, unless it is a
 * tombstone; in the range's direction.
 *
 * <p>Forward, the entry is given out in place. Backward, the versions of a key come oldest first, so the walk keeps a copy of
 * the last visible one and looks one entry past the key before it knows. A forward walk leaves a key of very many versions by a seek.
 *
 * <p>Starts before the first entry. After a failed step it can only be closed. Confined to one thread at a time.
 */
public final class VisibleIterator implements Closeable {

    /** Versions of one settled key that are stepped over before a seek past them is tried. */
    private static final int STEPS_BEFORE_SEEK = 32;

    private final EntryIterator entries;
    private final long sequence;
    private final byte @Nullable [] lower;
    private final byte @Nullable [] upper;
    private final boolean reversed;

    private boolean started;
    private boolean atEntry;
    private long skipped;

    /** Forward: the last key that is settled (given out or deleted). Backward: the key given out. */
    private byte[] key = new byte[64];

    private int keyLength = -1;

    private byte[] value = new byte[0];
    private int valueOffset;
    private int valueLength;

    /** Backward only: where {@link #value} is copied to. */
    private byte[] valueCopy = new byte[0];

    /**
     * @param entries the walk, closed by this iterator
     * @param range bounds and direction
     * @param sequence the newest sequence that may be seen
     */
    public VisibleIterator(EntryIterator entries, KeyRange range, long sequence) {
        this.entries = entries;
        this.sequence = sequence;
        this.lower = range.lower();
        this.upper = range.upper();
        this.reversed = range.isReversed();
    }

    /** Moves to the next visible entry in the range's direction; false, for good, when there is none. */
    public boolean next() throws IOException {
        boolean leaving = atEntry;
        atEntry = false;
        if (!started) {
            started = true;
            start();
        } else if (leaving && !reversed) {
            entries.next();
        }
        atEntry = reversed ? nextBackward() : nextForward();
        return atEntry;
    }

    /** Holds the current key in its first {@link #keyLength()} bytes, until the next move. */
    public byte[] key() {
        return key;
    }

    public int keyLength() {
        return keyLength;
    }

    /** Holds the current value from {@link #valueOffset()}, {@link #valueLength()} bytes long, until the next move. */
    public byte[] value() {
        return value;
    }

    public int valueOffset() {
        return valueOffset;
    }

    public int valueLength() {
        return valueLength;
    }

    /** Entries passed so far that nobody was shown: tombstones, old versions, versions above the sequence. */
    public long skippedEntries() {
        return skipped;
    }

    @Override
    public void close() throws IOException {
        atEntry = false;
        entries.close();
    }

    private void start() throws IOException {
        if (reversed) {
            if (upper == null) {
                entries.seekToLast();
            } else {
                entries.seekBefore(upper, upper.length);
            }
        } else if (lower == null) {
            entries.seekToFirst();
        } else {
            entries.seek(lower, lower.length);
        }
    }

    private boolean nextForward() throws IOException {
        int versions = 0;
        while (entries.isValid()) {
            byte[] found = entries.key();
            int foundLength = entries.keyLength();
            if (isSettled(found, foundLength)) {
                if (versions++ < STEPS_BEFORE_SEEK) {
                    entries.next();
                } else {
                    seekPastSettled();
                    versions = 0;
                }
                skipped++;
                continue;
            }
            if (upper != null && Keys.compare(found, foundLength, upper, upper.length) >= 0) {
                return false;
            }
            if (entries.sequence() > sequence) {
                skipped++;
                entries.next();
                continue;
            }
            keepKey(found, foundLength);
            if (entries.kind() != EntryKind.DELETE) {
                value = entries.value();
                valueOffset = entries.valueOffset();
                valueLength = entries.valueLength();
                return true;
            }
        }
        return false;
    }

    private boolean isSettled(byte[] found, int foundLength) {
        return foundLength == keyLength && Arrays.equals(found, 0, foundLength, key, 0, foundLength);
    }

    /** Goes to the first entry after all versions of the settled key: the smallest greater key is the key and a zero. */
    private void seekPastSettled() throws IOException {
        ensureKey(keyLength + 1);
        key[keyLength] = 0;
        entries.seek(key, keyLength + 1);
    }

    private boolean nextBackward() throws IOException {
        while (entries.isValid()) {
            byte[] found = entries.key();
            int foundLength = entries.keyLength();
            if (lower != null && Keys.compare(found, foundLength, lower, lower.length) < 0) {
                return false;
            }
            keepKey(found, foundLength);
            if (settleBackward()) {
                return true;
            }
        }
        return false;
    }

    /** Walks the versions of the kept key, oldest first, to the entry before them; true when one is shown. */
    private boolean settleBackward() throws IOException {
        boolean shown = false;
        long passed = 0;
        do {
            if (entries.sequence() <= sequence) {
                shown = entries.kind() != EntryKind.DELETE;
                if (shown) {
                    copyValue();
                }
            }
            passed++;
            entries.previous();
        } while (entries.isValid() && isSettled(entries.key(), entries.keyLength()));
        skipped += shown ? passed - 1 : passed;
        return shown;
    }

    private void copyValue() {
        int length = entries.valueLength();
        if (valueCopy.length < length) {
            valueCopy = new byte[Math.max(length, (int) Math.min(2L * valueCopy.length, Integer.MAX_VALUE - 16))];
        }
        System.arraycopy(entries.value(), entries.valueOffset(), valueCopy, 0, length);
        value = valueCopy;
        valueOffset = 0;
        valueLength = length;
    }

    private void keepKey(byte[] found, int foundLength) {
        ensureKey(foundLength);
        System.arraycopy(found, 0, key, 0, foundLength);
        keyLength = foundLength;
    }

    private void ensureKey(int length) {
        if (key.length < length) {
            key = Arrays.copyOf(key, Math.max(length, 2 * key.length));
        }
    }
}
