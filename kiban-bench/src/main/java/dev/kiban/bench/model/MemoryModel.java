package dev.kiban.bench.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes any memory from its identity and revision, so that every result can be compared with what it must be without
 * keeping a second copy of the data. Memories go to the agents in turn. Immutable.
 */
public final class MemoryModel {

    /** The number of agents. */
    public static final int AGENTS = 64;

    /** Characters of a text. */
    public static final int TEXT_LENGTH = 200;

    private static final byte[] ALPHABET =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .".getBytes(StandardCharsets.US_ASCII);
    private static final int CHARACTERS_A_NUMBER = 8;

    private final long seed;

    public MemoryModel(long seed) {
        this.seed = seed;
    }

    /** The memory of that identity, as it reads at a revision. */
    public Memory memory(long id, int revision) {
        return new Memory(id, agent(id), created(id), revision, text(id, revision));
    }

    public static int agent(long id) {
        return (int) (id % AGENTS);
    }

    public static long created(long id) {
        return id;
    }

    /** Identities of an agent's latest memories, newest first, when there are {@code population} memories in all. */
    public static List<Long> latest(int agent, int count, long population) {
        List<Long> ids = new ArrayList<>(count);
        long last = population - 1 - Math.floorMod(population - 1 - agent, (long) AGENTS);
        for (long id = last; id >= 0 && ids.size() < count; id -= AGENTS) {
            ids.add(id);
        }
        return ids;
    }

    private String text(long id, int revision) {
        byte[] text = new byte[TEXT_LENGTH];
        long state = mix(seed ^ mix(id ^ mix(revision)));
        for (int at = 0; at < TEXT_LENGTH; at += CHARACTERS_A_NUMBER) {
            state += 0x9E3779B97F4A7C15L;
            long bits = mix(state);
            for (int i = 0; i < CHARACTERS_A_NUMBER; i++) {
                text[at + i] = ALPHABET[(int) (bits >>> (6 * i)) & 63];
            }
        }
        return new String(text, StandardCharsets.US_ASCII);
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
