package dev.kiban.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.XxHash64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The pure functions of the read path: word search, fingerprint scan, filter. */
class PureSearchTest {

    private final long seed = Entries.seed();
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void findsWordsHoweverTheyAreSpread() {
        for (int round = 0; round < 2000; round++) {
            long[] words = words(random.nextInt(6), random.nextInt(300));
            for (int probe = 0; probe < 30; probe++) {
                long word = words.length > 0 && random.nextBoolean()
                        ? words[random.nextInt(words.length)] + random.nextInt(-1, 2)
                        : random.nextLong();
                int expected = 0;
                while (expected < words.length && Long.compareUnsigned(words[expected], word) < 0) {
                    expected++;
                }
                int found = WordSearch.countBelow(words, word);
                if (found != expected) {
                    assertThat(found).as("seed %d round %d", seed, round).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void findsWordsAtTheEndsOfTheRange() {
        long[] words = {0, 0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1, -1};
        assertThat(WordSearch.countBelow(words, 0)).isZero();
        assertThat(WordSearch.countBelow(words, 1)).isEqualTo(2);
        assertThat(WordSearch.countBelow(words, Long.MIN_VALUE)).isEqualTo(4);
        assertThat(WordSearch.countBelow(words, -1)).isEqualTo(6);
        assertThat(WordSearch.countBelow(new long[0], 5)).isZero();
        long[] same = new long[100];
        Arrays.fill(same, 7);
        assertThat(WordSearch.countBelow(same, 7)).isZero();
        assertThat(WordSearch.countBelow(same, 8)).isEqualTo(100);
    }

    @Test
    void wordsOrderAsTheirBytesDo() {
        byte[] bytes = {1, (byte) 0xFF, 3};
        assertThat(BlockIndex.word(bytes, 0, 3)).isEqualTo(0x01FF_0300_0000_0000L);
        assertThat(BlockIndex.word(bytes, 3, 3)).isZero();
        assertThat(BlockIndex.word(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1, 9))
                .isEqualTo(0x0203_0405_0607_0809L);
    }

    @Test
    void findsEveryFingerprintAndNoOther() {
        for (int count = 0; count < 70; count++) {
            byte[] bytes = new byte[3 + count + 8];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) random.nextInt(-2, 3);
            }
            // What follows the fingerprints may look like one.
            Arrays.fill(bytes, 3 + count, bytes.length, (byte) 1);
            ByteBuffer block = ByteBuffer.allocateDirect(bytes.length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes);
            for (byte wanted : new byte[] {-2, -1, 0, 1, 2, 127, -128}) {
                for (int from = 0; from <= count; from++) {
                    int expected = from;
                    while (expected < count && bytes[3 + expected] != wanted) {
                        expected++;
                    }
                    assertThat(Fingerprints.next(block, 3, count, from, wanted)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void theFingerprintIsTheLowestByteOfTheHighHalf() {
        assertThat(Fingerprints.of(0x1122_3344_5566_7788L)).isEqualTo((byte) 0x44);
    }

    @Test
    void theFilterKeepsEveryKeyAndPassesFewOthers() {
        for (int bits : new int[] {1, 8, 10, 16, 32}) {
            BloomFilter built = BloomFilter.sizedFor(20_000, bits);
            for (int i = 0; i < 20_000; i++) {
                built.add(hash(i));
            }
            byte[] encoded = built.encode();
            assertThat(BloomFilter.isWellFormed(encoded)).isTrue();
            assertThat(encoded.length).isBetween(20_000 * bits / 8, 20_000 * bits / 8 + 32);
            BloomFilter filter = BloomFilter.decode(encoded);
            int passed = 0;
            for (int i = 0; i < 20_000; i++) {
                assertThat(filter.mayContain(hash(i))).isTrue();
                passed += filter.mayContain(hash(i + 1_000_000)) ? 1 : 0;
            }
            if (bits >= 10) {
                assertThat(passed).as("of 20,000 at %d bits", bits).isLessThan(300);
            }
        }
    }

    private static long hash(int key) {
        byte[] bytes = Entries.bytes("key " + key);
        return XxHash64.hash(bytes, 0, bytes.length);
    }

    private long[] words(int shape, int count) {
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = switch (shape) {
                case 0 -> random.nextLong();
                case 1 -> 1_000_000L + 1000L * i + random.nextInt(900);
                case 2 -> random.nextInt(4);
                case 3 -> 1L << random.nextInt(64);
                case 4 -> i < count / 2 ? i : -i;
                default -> -1L - random.nextInt(3);
            };
        }
        return Arrays.stream(words)
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray();
    }
}
