package dev.kiban.sample.load;

import dev.kiban.sample.memory.AgentName;
import dev.kiban.sample.memory.MemoryId;
import dev.kiban.sample.memory.MemoryKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A record of the load: the memory that a lane writes as its n-th. Key and value follow from lane, number and length alone, so
 * whoever reads it knows every byte that must be there. A value begins with its own length: a shortened one does not pass.
 *
 * @param lane 0 to {@link LoadLanes#COUNT} - 1
 * @param number from 1
 */
record LoadRecord(int lane, long number) {

    static final int MIN_BYTES = 16;

    /** Each lane spreads its records over so many agents. */
    static final int AGENTS = 16;

    private static final byte[] ALPHABET =
            "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,0123456789".getBytes(StandardCharsets.US_ASCII);

    byte[] key() {
        int agent = (int) Math.floorMod(new SplittableRandom(number).nextLong(), (long) AGENTS);
        return new MemoryKey(agent(lane, agent), new MemoryId(number)).bytes();
    }

    /** @param length at least {@link #MIN_BYTES} */
    byte[] value(int length) {
        byte[] value = new byte[length];
        ByteBuffer.wrap(value).putInt(length);
        SplittableRandom random = new SplittableRandom((number * LoadLanes.COUNT + lane) ^ ((long) length << 32));
        for (int i = Integer.BYTES; i < length; ) {
            // Six bits choose a letter: ten letters for each random number.
            long bits = random.nextLong();
            for (int end = Math.min(length, i + 10); i < end; i++, bits >>>= 6) {
                value[i] = ALPHABET[(int) (bits & 63)];
            }
        }
        return value;
    }

    /** Whether these bytes are, completely, a value of this record. */
    boolean isWhole(byte[] found) {
        return found.length >= MIN_BYTES && Arrays.equals(found, value(found.length));
    }

    static AgentName agent(int lane, int agent) {
        return new AgentName("load-" + lane + "-" + agent);
    }
}
