package dev.kiban.internal.read;

import java.util.SplittableRandom;

/** Randomness that a failure can be replayed with: {@code -Dkiban.seed=...}. */
public final class Seeds {

    private Seeds() {}

    public static long next() {
        Long given = Long.getLong("kiban.seed");
        return given != null ? given : new SplittableRandom().nextLong();
    }

    public static String describe(long seed) {
        return "replay with -Dkiban.seed=" + seed;
    }
}
