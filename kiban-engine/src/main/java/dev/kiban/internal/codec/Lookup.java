package dev.kiban.internal.codec;

import org.jspecify.annotations.Nullable;

/**
 * One point read on its way down: the key, its hash, the sequence it may see, and what was found.
 *
 * <p>A source that holds a visible version of the key calls {@link #found} or {@link #deleted} and returns true; the
 * walk then stops. Confined to one thread.
 */
public final class Lookup {

    public final byte[] key;

    /** {@link XxHash64} of the key with seed 0: computed once, used by filters, block fingerprints and indexes. */
    public final long hash;

    /** The newest sequence that may be seen. */
    public final long sequence;

    private byte @Nullable [] value;

    public Lookup(byte[] key, long sequence) {
        this.key = key;
        this.hash = XxHash64.hash(key, 0, key.length);
        this.sequence = sequence;
    }

    /** Takes an owned copy of the value. */
    public boolean found(byte[] ownedValue) {
        this.value = ownedValue;
        return true;
    }

    public boolean deleted() {
        this.value = null;
        return true;
    }

    /** The owned value, or null when the key is absent. */
    public byte @Nullable [] value() {
        return value;
    }
}
