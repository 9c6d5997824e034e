package dev.kiban.internal.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Lookup;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One writer and four readers: what the writer declares visible is there, in order and whole. */
@Timeout(60)
class MemtableConcurrencyTest {

    private static final int ENTRIES = 60_000;
    private static final int KEYS = 5_000;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Memtable memtable = new Memtable();
    private volatile long visible;

    @Test
    void readersBesideTheWriterSeeEverythingDeclaredVisibleInOrderAndWhole() throws Exception {
        ExecutorService readers = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int reader = 0; reader < 4; reader++) {
                SplittableRandom random = new SplittableRandom(reader);
                Callable<Void> check = switch (reader) {
                    case 0, 1 -> () -> get(random);
                    case 2 -> () -> walk(random, true);
                    default -> () -> walk(random, false);
                };
                running.add(readers.submit(check));
            }
            for (long sequence = 1; sequence <= ENTRIES; sequence++) {
                Entries.put(memtable, key(keyOf(sequence)), value(sequence), sequence, EntryKind.PUT);
                visible = sequence;
            }
            for (Future<?> reader : running) {
                reader.get();
            }
        } finally {
            readers.shutdownNow();
            assertThat(readers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(memtable.entries()).isEqualTo(ENTRIES);
    }

    private Void get(SplittableRandom random) {
        for (long at = 0; at < ENTRIES; ) {
            at = visible;
            if (at > 0) {
                // Any write up to the visible sequence: its own version, and that key's newest one.
                long sequence = 1 + random.nextLong(at);
                Lookup exact = new Lookup(key(keyOf(sequence)), sequence);
                assertThat(memtable.get(exact)).isTrue();
                assertThat(exact.value()).isEqualTo(value(sequence));
                Lookup newest = new Lookup(exact.key, at);
                assertThat(memtable.get(newest)).isTrue();
                assertThat(sequenceIn(newest.value(), 0)).isBetween(sequence, at);
                assertThat(memtable.entries()).isGreaterThanOrEqualTo(at);
            }
        }
        return null;
    }

    private Void walk(SplittableRandom random, boolean forward) throws Exception {
        EntryIterator walk = memtable.iterator();
        for (boolean last = false; !last; ) {
            long at = visible;
            last = at == ENTRIES; // one more walk over all that was written
            byte[] from = key(random.nextInt(KEYS));
            boolean whole = last || random.nextInt(8) == 0;
            if (whole && forward) {
                walk.seekToFirst();
            } else if (whole) {
                walk.seekToLast();
            } else if (forward) {
                walk.seek(from, from.length);
            } else {
                walk.seekBefore(from, from.length);
            }
            long seen = 0;
            byte[] key = null;
            long sequence = 0;
            for (int steps = whole ? Integer.MAX_VALUE : 100; walk.isValid() && steps > 0; steps--) {
                if (key != null) {
                    int order = Arrays.compareUnsigned(key, 0, key.length, walk.key(), 0, walk.keyLength());
                    order = order != 0 ? order : Long.compare(walk.sequence(), sequence);
                    assertThat(forward ? order : -order).isNegative();
                }
                key = Entries.key(walk);
                sequence = walk.sequence();
                assertThat(Arrays.equals(Entries.value(walk), value(sequence))).isTrue();
                assertThat(Arrays.equals(key, key(keyOf(sequence)))).isTrue();
                seen += sequence <= at ? 1 : 0;
                if (forward) {
                    walk.next();
                } else {
                    walk.previous();
                }
            }
            if (whole) {
                assertThat(seen).isEqualTo(at);
            }
        }
        return null;
    }

    private static int keyOf(long sequence) {
        return (int) ((sequence * 0x9E3779B97F4A7C15L >>> 32) % KEYS);
    }

    private static byte[] key(int number) {
        byte[] key = new byte[8 + number % 5];
        LONG.set(key, 0, (long) (number / 7)); // seven keys share the bytes that a node caches
        Arrays.fill(key, 8, key.length, (byte) number);
        return number % 7 == 0 ? Arrays.copyOf(key, 8) : Arrays.copyOf(key, 8 + 1 + number % 7);
    }

    /** The sequence over and over: half of one value and half of another would show. */
    private static byte[] value(long sequence) {
        byte[] value = new byte[8 * (1 + (int) (sequence % 40))];
        for (int at = 0; at < value.length; at += 8) {
            LONG.set(value, at, sequence);
        }
        return value;
    }

    private static long sequenceIn(byte[] value, int at) {
        return (long) LONG.get(value, at);
    }
}
