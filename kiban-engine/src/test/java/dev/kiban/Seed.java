package dev.kiban;

import java.util.Random;

/** The seed of a random test: fresh each time, or the one of {@code -Dkiban.seed}; to be named in every failure message. */
final class Seed {

    private Seed() {}

    static long next() {
        Long given = Long.getLong("kiban.seed");
        return given != null ? given : new Random().nextLong();
    }

    static String message(long seed) {
        return "replay with -Dkiban.seed=" + seed;
    }
}
