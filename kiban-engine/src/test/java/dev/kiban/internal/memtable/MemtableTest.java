package dev.kiban.internal.memtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.internal.codec.EntryIterator;
import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Lookup;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MemtableTest {

    private final Memtable memtable = new Memtable();
    private long sequence;

    @Test
    void anEmptyMemtableHasNothingAndIsCheap() throws IOException {
        assertThat(memtable.isEmpty()).isTrue();
        assertThat(memtable.entries()).isZero();
        assertThat(memtable.get(new Lookup(new byte[0], Long.MAX_VALUE))).isFalse();
        EntryIterator all = memtable.iterator();
        assertThat(all.isValid()).isFalse();
        all.seekToFirst();
        assertThat(all.isValid()).isFalse();
        all.seekToLast();
        assertThat(all.isValid()).isFalse();
        all.seek(bytes("a"), 1);
        assertThat(all.isValid()).isFalse();
        all.seekBefore(bytes("a"), 1);
        assertThat(all.isValid()).isFalse();
        assertThat(memtable.memoryBytes()).isLessThan(8 << 10);
    }

    @Test
    void anEmptyKeyWithAnEmptyValueIsAnEntryLikeAnyOther() throws IOException {
        put("", "");
        assertThat(memtable.isEmpty()).isFalse();
        assertThat(get("", Long.MAX_VALUE)).isEmpty();
        assertThat(memtable.get(new Lookup(new byte[1], Long.MAX_VALUE))).isFalse();
        EntryIterator all = memtable.iterator();
        all.seek(new byte[0], 0);
        assertThat(all.isValid()).isTrue();
        assertThat(all.keyLength()).isZero();
        all.seekBefore(new byte[0], 0);
        assertThat(all.isValid()).isFalse();
    }

    @Test
    void aReaderSeesTheNewestVersionUpToItsSequence() {
        put("k", "one");
        put("other", "x");
        put("k", "three");
        delete("k");
        put("k", "five");
        Lookup before = new Lookup(bytes("k"), 0);
        assertThat(memtable.get(before)).isFalse();
        assertThat(get("k", 1)).asString().isEqualTo("one");
        assertThat(get("k", 2)).asString().isEqualTo("one");
        assertThat(get("k", 3)).asString().isEqualTo("three");
        Lookup deleted = new Lookup(bytes("k"), 4);
        assertThat(memtable.get(deleted)).isTrue();
        assertThat(deleted.value()).isNull();
        assertThat(get("k", 5)).asString().isEqualTo("five");
        assertThat(get("k", Long.MAX_VALUE)).asString().isEqualTo("five");
    }

    @Test
    void keysOrderAsUnsignedBytesWithAPrefixFirst() throws IOException {
        List<byte[]> keys = List.of(
                new byte[] {},
                new byte[] {0},
                new byte[] {0, 0},
                new byte[] {0, 0, 0, 0, 0, 0, 0},
                new byte[] {0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 1},
                new byte[] {0, 0, 0, 0, 0, 0, 0, 1},
                new byte[] {0, 0, 0, 0, 0, 0, 1},
                new byte[] {1},
                new byte[] {0x7F},
                new byte[] {(byte) 0x80},
                new byte[] {(byte) 0xFF},
                new byte[] {(byte) 0xFF, 0},
                new byte[] {(byte) 0xFF, (byte) 0xFF});
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            order.add(i * 7 % keys.size()); // 7 and 16 share no factor: every key once
        }
        for (int i : order) {
            put(keys.get(i), bytes("v" + i), EntryKind.PUT);
        }
        EntryIterator all = memtable.iterator();
        all.seekToFirst();
        for (byte[] key : keys) {
            assertThat(keyOf(all)).isEqualTo(key);
            all.next();
        }
        assertThat(all.isValid()).isFalse();
        all.seekToLast();
        for (int i = keys.size() - 1; i >= 0; i--) {
            assertThat(keyOf(all)).isEqualTo(keys.get(i));
            assertThat(valueOf(all)).isEqualTo(bytes("v" + i));
            all.previous();
        }
        assertThat(all.isValid()).isFalse();
        for (int i = 0; i < keys.size(); i++) {
            all.seekBefore(keys.get(i), keys.get(i).length);
            assertThat(all.isValid()).isEqualTo(i > 0);
            if (i > 0) {
                assertThat(keyOf(all)).isEqualTo(keys.get(i - 1));
            }
        }
    }

    @Test
    void versionsOfAKeyComeNewestFirstForwardAndOldestFirstBackward() throws IOException {
        put("a", "1");
        put("b", "2");
        put("a", "3");
        put("c", "4");
        delete("b");
        EntryIterator all = memtable.iterator();
        List<String> forward = new ArrayList<>();
        for (all.seekToFirst(); all.isValid(); all.next()) {
            forward.add(describe(all));
        }
        assertThat(forward).containsExactly("a@3=3", "a@1=1", "b@5!", "b@2=2", "c@4=4");
        List<String> backward = new ArrayList<>();
        for (all.seekToLast(); all.isValid(); all.previous()) {
            backward.add(describe(all));
        }
        assertThat(backward).containsExactly("c@4=4", "b@2=2", "b@5!", "a@1=1", "a@3=3");
        all.seek(bytes("b"), 1);
        assertThat(describe(all)).isEqualTo("b@5!");
        all.seekBefore(bytes("b"), 1);
        assertThat(describe(all)).isEqualTo("a@1=1");
    }

    @Test
    void anIteratorSeesWhatIsPutAfterItsCreation() throws IOException {
        put("a", "1");
        EntryIterator all = memtable.iterator();
        all.seekToFirst();
        put("b", "2");
        all.next();
        assertThat(describe(all)).isEqualTo("b@2=2");
    }

    @Test
    void largeKeysAndValuesOfEverySizeComeBackWhole() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        List<byte[]> keys = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        for (int size : new int[] {0, 1, 255, 4_096, 65_535, 65_536, 65_537, 262_144, 262_145, 16 << 20, 0, 100}) {
            byte[] key = new byte[65_536];
            random.nextBytes(key);
            Arrays.fill(key, 0, 65_000, (byte) 'k'); // long common prefix
            byte[] value = new byte[size];
            random.nextBytes(value);
            keys.add(key);
            values.add(value);
            put(key, value, EntryKind.PUT);
        }
        for (int i = 0; i < keys.size(); i++) {
            Lookup lookup = new Lookup(keys.get(i), Long.MAX_VALUE);
            assertThat(memtable.get(lookup)).isTrue();
            assertThat(Arrays.equals(lookup.value(), values.get(i))).isTrue();
            EntryIterator at = memtable.iterator();
            at.seek(keys.get(i), keys.get(i).length);
            assertThat(Arrays.equals(keyOf(at), keys.get(i))).isTrue();
            assertThat(Arrays.equals(valueOf(at), values.get(i))).isTrue();
        }
    }

    @Test
    void countsWhatItHolds() {
        put("abc", "12345");
        put("abc", "");
        delete("x");
        assertThat(memtable.entries()).isEqualTo(3);
        assertThat(memtable.tombstones()).isEqualTo(1);
        assertThat(memtable.dataBytes()).isEqualTo(3 + 5 + 3 + 1);
    }

    @Test
    void memoryBytesIsWhatTheThreadReallyAllocated() throws ReflectiveOperationException {
        byte[] source = new byte[400_000];
        new Memtable().put(source, 0, 8, 1, EntryKind.PUT, 8, 8); // loads classes
        allocatedByThisThread();
        for (int[] shape : new int[][] {{0, 0}, {1, 8}, {200, 8}, {20_000, 128}, {500, 5_000}, {40, 300_000}}) {
            long start = allocatedByThisThread();
            Memtable filled = new Memtable();
            for (int i = 0; i < shape[0]; i++) {
                source[i % 8]++;
                filled.put(source, 0, 8, i + 1, EntryKind.PUT, 8, shape[1]);
            }
            long allocated = allocatedByThisThread() - start;
            // Chunk lists that were outgrown and the measurement itself are the only garbage.
            assertThat(filled.memoryBytes())
                    .as("entries %d, value bytes %d, allocated %d", shape[0], shape[1], allocated)
                    .isBetween((long) (0.97 * allocated) - 1024, allocated + 512);
        }
    }

    @Test
    void sharedChunksWasteLittle() {
        for (int i = 0; i < 3_000; i++) {
            put(String.format("%08d", i), "v".repeat(2_000));
        }
        assertThat(memtable.memoryBytes()).isLessThan((long) (1.1 * memtable.dataBytes()) + (512 << 10));
    }

    @Test
    void aSequenceThatDoesNotAscendIsRefused() {
        put("a", "1");
        sequence = 0;
        assertThatThrownBy(() -> put("b", "2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sequence 1 after sequence 1");
        assertThat(memtable.entries()).isEqualTo(1);
    }

    /** By reflection: the engine's module does not read the management modules. */
    private static long allocatedByThisThread() throws ReflectiveOperationException {
        Object bean = Class.forName("java.lang.management.ManagementFactory")
                .getMethod("getThreadMXBean")
                .invoke(null);
        Method bytes =
                Class.forName("com.sun.management.ThreadMXBean").getMethod("getThreadAllocatedBytes", long.class);
        return (long) bytes.invoke(bean, Thread.currentThread().getId());
    }

    private void put(String key, String value) {
        put(bytes(key), bytes(value), EntryKind.PUT);
    }

    private void delete(String key) {
        put(bytes(key), new byte[0], EntryKind.DELETE);
    }

    private void put(byte[] key, byte[] value, int kind) {
        Entries.put(memtable, key, value, ++sequence, kind);
    }

    private byte[] get(String key, long at) {
        Lookup lookup = new Lookup(bytes(key), at);
        assertThat(memtable.get(lookup)).isTrue();
        assertThat(lookup.value()).isNotNull();
        return lookup.value();
    }

    private static String describe(EntryIterator at) {
        String entry = new String(keyOf(at), StandardCharsets.UTF_8) + "@" + at.sequence();
        return at.kind() == EntryKind.DELETE
                ? entry + "!"
                : entry + "=" + new String(valueOf(at), StandardCharsets.UTF_8);
    }

    private static byte[] keyOf(EntryIterator at) {
        return Entries.key(at);
    }

    private static byte[] valueOf(EntryIterator at) {
        return Entries.value(at);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
