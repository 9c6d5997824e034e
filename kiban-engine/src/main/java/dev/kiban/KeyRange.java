package dev.kiban;

import dev.kiban.internal.codec.Keys;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A range of keys and the direction to walk it. Immutable; bounds are copied. */
public final class KeyRange {

    private static final KeyRange ALL = new KeyRange(null, null, false);

    private final byte @Nullable [] from;
    private final byte @Nullable [] to;
    private final boolean reversed;

    private KeyRange(byte @Nullable [] from, byte @Nullable [] to, boolean reversed) {
        this.from = from;
        this.to = to;
        this.reversed = reversed;
    }

    /** Every key. */
    public static KeyRange all() {
        return ALL;
    }

    /** Keys that begin with the prefix; an empty prefix means every key. */
    public static KeyRange prefix(byte[] prefix) {
        byte[] copy = Objects.requireNonNull(prefix, "prefix").clone();
        return new KeyRange(copy, Keys.afterPrefix(copy), false);
    }

    /** Keys from the first bound (included) to the second (excluded); nothing when the bounds cross. */
    public static KeyRange between(byte[] from, byte[] to) {
        return from(from).to(to);
    }

    /** Keys at or after the bound. */
    public static KeyRange from(byte[] from) {
        return new KeyRange(Objects.requireNonNull(from, "from").clone(), null, false);
    }

    /** This range, ending before the bound. */
    public KeyRange to(byte[] to) {
        return new KeyRange(from, Objects.requireNonNull(to, "to").clone(), reversed);
    }

    /** This range, walked the other way. */
    public KeyRange reversed() {
        return new KeyRange(from, to, !reversed);
    }

    /** The first key included, or null for no bound. The array must not be written to. */
    public byte @Nullable [] lower() {
        return from;
    }

    /** The first key excluded, or null for no bound. The array must not be written to. */
    public byte @Nullable [] upper() {
        return to;
    }

    /** Whether the walk goes from high keys to low ones. */
    public boolean isReversed() {
        return reversed;
    }
}
