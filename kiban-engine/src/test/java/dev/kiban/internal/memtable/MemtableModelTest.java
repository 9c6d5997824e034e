package dev.kiban.internal.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Lookup;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Test;

/** Random operations against a sorted map of the JDK. Replay one run with {@code -Dkiban.seed=…}. */
class MemtableModelTest {

    private record Version(byte[] key, long sequence) {}

    private record Content(int kind, byte[] value) {}

    private static final Comparator<Version> INTERNAL_ORDER = Comparator.comparing(
                    Version::key, Arrays::compareUnsigned)
            .thenComparing(Comparator.comparingLong(Version::sequence).reversed());

    private static final int OPERATIONS = 60_000;

    private final ConcurrentSkipListMap<Version, Content> model = new ConcurrentSkipListMap<>(INTERNAL_ORDER);
    private final Memtable memtable = new Memtable();

    @Test
    void randomOperationsAgreeWithASortedMap() throws IOException {
        Long replay = Long.getLong("kiban.seed");
        long seed = replay == null ? System.nanoTime() : replay;
        try {
            run(new SplittableRandom(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("replay with -Dkiban.seed=" + seed, e);
        }
    }

    private void run(SplittableRandom random) throws IOException {
        long sequence = 0;
        EntryIterator walk = memtable.iterator();
        for (int i = 0; i < OPERATIONS; i++) {
            byte[] key = key(random);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    byte[] value = new byte[random.nextInt(100) == 0 ? random.nextInt(5_000) : random.nextInt(40)];
                    random.nextBytes(value);
                    sequence += 1 + random.nextInt(3);
                    Entries.put(memtable, key, value, sequence, EntryKind.PUT);
                    model.put(new Version(key, sequence), new Content(EntryKind.PUT, value));
                }
                case 3 -> {
                    sequence++;
                    Entries.put(memtable, key, new byte[0], sequence, EntryKind.DELETE);
                    model.put(new Version(key, sequence), new Content(EntryKind.DELETE, new byte[0]));
                }
                case 4, 5 -> checkGet(key, random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(sequence + 1));
                case 6 -> {
                    walk.seek(key, key.length);
                    check(walk, model.ceilingEntry(new Version(key, Long.MAX_VALUE)));
                    checkSteps(walk, random);
                }
                default -> {
                    walk.seekBefore(key, key.length);
                    check(walk, model.lowerEntry(new Version(key, Long.MAX_VALUE)));
                    checkSteps(walk, random);
                }
            }
        }
        walk.seekToFirst();
        for (Map.Entry<Version, Content> expected : model.entrySet()) {
            check(walk, expected);
            walk.next();
        }
        assertThat(walk.isValid()).isFalse();
        walk.seekToLast();
        for (Map.Entry<Version, Content> expected : model.descendingMap().entrySet()) {
            check(walk, expected);
            walk.previous();
        }
        assertThat(walk.isValid()).isFalse();
        assertThat(memtable.entries()).isEqualTo(model.size());
        assertThat(memtable.tombstones())
                .isEqualTo(model.values().stream()
                        .filter(content -> content.kind() == EntryKind.DELETE)
                        .count());
        assertThat(memtable.dataBytes())
                .isEqualTo(model.entrySet().stream()
                        .mapToLong(entry ->
                                entry.getKey().key().length + entry.getValue().value().length)
                        .sum());
    }

    private void checkGet(byte[] key, long at) {
        Lookup lookup = new Lookup(key, at);
        Map.Entry<Version, Content> expected = model.ceilingEntry(new Version(key, at));
        boolean present = expected != null && Arrays.equals(expected.getKey().key(), key);
        assertThat(memtable.get(lookup)).isEqualTo(present);
        byte[] value = !present || expected.getValue().kind() == EntryKind.DELETE
                ? null
                : expected.getValue().value();
        assertThat(lookup.value()).isEqualTo(value);
    }

    private void checkSteps(EntryIterator walk, SplittableRandom random) throws IOException {
        for (int steps = random.nextInt(4); steps > 0 && walk.isValid(); steps--) {
            Version at = new Version(Entries.key(walk), walk.sequence());
            if (random.nextBoolean()) {
                walk.next();
                check(walk, model.higherEntry(at));
            } else {
                walk.previous();
                check(walk, model.lowerEntry(at));
            }
        }
    }

    private static void check(EntryIterator walk, Map.Entry<Version, Content> expected) {
        assertThat(walk.isValid()).isEqualTo(expected != null);
        if (expected != null) {
            assertThat(Entries.key(walk)).isEqualTo(expected.getKey().key());
            assertThat(walk.sequence()).isEqualTo(expected.getKey().sequence());
            assertThat(walk.kind()).isEqualTo(expected.getValue().kind());
            assertThat(Entries.value(walk)).isEqualTo(expected.getValue().value());
        }
    }

    /** Keys that are prefixes of each other, around the eight bytes that a node caches, of few distinct bytes. */
    private static byte[] key(SplittableRandom random) {
        byte[] letters = {0, 1, 'a', 0x7F, (byte) 0x80, (byte) 0xFF};
        byte[] key = new byte[random.nextInt(4) == 0 ? random.nextInt(30) : random.nextInt(11)];
        for (int i = 0; i < key.length; i++) {
            key[i] = letters[random.nextInt(3) == 0 ? random.nextInt(letters.length) : 0];
        }
        return key;
    }
}
