package dev.kiban.internal.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The one order of keys: unsigned bytes, a prefix before what it begins. */
public final class Keys {

    private Keys() {}

    public static int compare(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b);
    }

    public static int compare(byte[] a, int aLength, byte[] b, int bLength) {
        return Arrays.compareUnsigned(a, 0, aLength, b, 0, bLength);
    }

    /**
     * The smallest key greater than every key that begins with the prefix, or null when there is none (an empty prefix,
     * or one of 0xFF bytes only).
     */
    public static byte @Nullable [] afterPrefix(byte[] prefix) {
        for (int i = prefix.length - 1; i >= 0; i--) {
            if (prefix[i] != (byte) 0xFF) {
                byte[] after = Arrays.copyOf(prefix, i + 1);
                after[i]++;
                return after;
            }
        }
        return null;
    }
}
