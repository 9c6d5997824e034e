package dev.kiban.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kiban.InvalidOptionException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockCacheTest {

    private static final int KIB = 1024;

    private final ReadBuffer buffer = new ReadBuffer(KIB);

    @Test
    void givesBackWhatItTookIn() {
        BlockCache cache = BlockCache.create(256 * KIB);
        CachedBlocks table = cache.register(10);
        assertThat(table.copy(3, buffer)).isEqualTo(CachedBlocks.NONE);
        table.insert(3, bytes(3, 5000), 4500);
        assertThat(table.copy(3, buffer)).isEqualTo(4500);
        assertThat(Arrays.copyOf(buffer.block(), 4500)).isEqualTo(Arrays.copyOf(bytes(3, 5000), 4500));
        assertThat(cache.size()).isEqualTo(8 * KIB);
        table.insert(3, bytes(4, 5000), 5000);
        assertThat(table.copy(3, buffer))
                .as("a block that is there is not taken again")
                .isEqualTo(4500);
        assertThat(cache.inserts()).isEqualTo(1);
    }

    @Test
    void neverTakesMoreThanItsCapacity() {
        SplittableRandom random = new SplittableRandom(5);
        BlockCache cache = BlockCache.create(300 * KIB);
        CachedBlocks table = cache.register(5000);
        for (int i = 0; i < 5000; i++) {
            table.insert(i, new byte[32 * KIB], random.nextInt(32 * KIB));
            assertThat(cache.size()).isLessThanOrEqualTo(cache.allocated());
        }
        assertThat(cache.allocated()).isBetween(260L * KIB, 300L * KIB);
        assertThat(cache.evictions()).isGreaterThan(4000);
    }

    @Test
    void memoryMovesBetweenBlockSizes() {
        BlockCache cache = BlockCache.create(512 * KIB);
        CachedBlocks small = cache.register(1000);
        CachedBlocks large = cache.register(1000);
        for (int round = 0; round < 3; round++) {
            fill(small, 500, 4 * KIB);
            assertThat(held(small, 500)).as("round %d", round).isEqualTo(128);
            fill(large, 100, 64 * KIB);
            assertThat(held(large, 100)).as("round %d", round).isEqualTo(8);
            assertThat(held(small, 500)).as("round %d", round).isZero();
            large.close();
            large = cache.register(1000);
            small.close();
            small = cache.register(1000);
        }
    }

    @Test
    void aBlockInUseOutlivesThoseThatAreNot() {
        BlockCache cache = BlockCache.create(256 * KIB);
        CachedBlocks hot = cache.register(16);
        CachedBlocks cold = cache.register(2000);
        fill(hot, 16, 4 * KIB);
        for (int i = 0; i < 2000; i++) {
            if (i % 8 == 0) {
                assertThat(held(hot, 16)).isEqualTo(16);
            }
            cold.insert(i, bytes(i, 4 * KIB), 4 * KIB);
        }
        assertThat(held(hot, 16)).isEqualTo(16);
    }

    @Test
    void aClosedTableGivesItsSlotsBack() {
        BlockCache cache = BlockCache.create(256 * KIB);
        CachedBlocks first = cache.register(40);
        CachedBlocks second = cache.register(40);
        fill(first, 40, 4 * KIB);
        fill(second, 20, 4 * KIB);
        first.close();
        first.close();
        assertThat(cache.size()).isEqualTo(20 * 4 * KIB);
        assertThat(held(second, 20)).isEqualTo(20);
        first.insert(1, bytes(1, 100), 100);
        assertThat(first.slot(1)).isEqualTo(CachedBlocks.NONE);
        assertThat(cache.evictions()).isZero();
    }

    @Test
    void blocksThatWouldPushEverythingOutAreNotTaken() {
        BlockCache cache = BlockCache.create(256 * KIB);
        CachedBlocks table = cache.register(2);
        table.insert(0, new byte[33 * KIB], 33 * KIB);
        table.insert(1, new byte[32 * KIB], 32 * KIB);
        assertThat(table.slot(0)).isEqualTo(CachedBlocks.NONE);
        assertThat(table.slot(1)).isNotEqualTo(CachedBlocks.NONE);
        BlockCache big = BlockCache.create(32 * KIB * KIB);
        CachedBlocks bigTable = big.register(2);
        bigTable.insert(0, new byte[KIB * KIB + 1], KIB * KIB + 1);
        bigTable.insert(1, new byte[KIB * KIB], KIB * KIB);
        assertThat(bigTable.slot(0)).isEqualTo(CachedBlocks.NONE);
        assertThat(bigTable.slot(1)).isNotEqualTo(CachedBlocks.NONE);
        big.close();
    }

    @Test
    void offHoldsNothingAndTakesNoMemory() {
        for (long capacity : new long[] {0, 1000}) {
            BlockCache cache = BlockCache.create(capacity);
            CachedBlocks table = cache.register(4);
            table.insert(0, new byte[10], 10);
            assertThat(table.copy(0, buffer)).isEqualTo(CachedBlocks.NONE);
            assertThat(cache.allocated()).isZero();
            assertThat(table.heapBytes()).isZero();
            table.close();
            cache.close();
        }
    }

    @Test
    void afterCloseReadersFindNothing() {
        BlockCache cache = BlockCache.create(256 * KIB);
        CachedBlocks table = cache.register(4);
        table.insert(0, new byte[10], 10);
        cache.close();
        cache.close();
        assertThat(table.copy(0, buffer)).isEqualTo(CachedBlocks.NONE);
        table.insert(1, new byte[10], 10);
        table.close();
        assertThat(cache.size()).isZero();
    }

    @Test
    void aCacheBeyondTheDirectMemoryIsRefusedNamingBoth() {
        long limit = BlockCache.directMemoryLimit();
        assertThat(limit).isPositive();
        assertThatThrownBy(() -> BlockCache.create(limit + 1))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("cacheSize = " + (limit + 1))
                .hasMessageContaining("only " + limit + " bytes");
    }

    @Test
    void theDirectMemoryLimitIsTheLastFlagOrTheHeap() {
        assertThat(DirectMemory.limit(List.of("-Xmx1g", "-XX:+UseG1GC"), 77)).isEqualTo(77);
        assertThat(DirectMemory.limit(List.of("-XX:MaxDirectMemorySize=5000"), 77))
                .isEqualTo(5000);
        assertThat(DirectMemory.limit(List.of("-XX:MaxDirectMemorySize=64m"), 77))
                .isEqualTo(64L << 20);
        assertThat(DirectMemory.limit(List.of("-XX:MaxDirectMemorySize=64K", "-XX:MaxDirectMemorySize=2G"), 77))
                .isEqualTo(2L << 30);
        assertThat(DirectMemory.limit(List.of("-XX:MaxDirectMemorySize=0"), 77)).isEqualTo(77);
    }

    @Test
    void readBuffersAreReused() {
        BlockCache cache = BlockCache.create(0);
        ReadBuffer first = cache.pointBuffers().take();
        assertThat(cache.pointBuffers().take()).isNotSameAs(first);
        cache.pointBuffers().give(first);
        assertThat(cache.pointBuffers().take()).isSameAs(first);
    }

    /** How many of the table's first blocks are there; each must be whole. */
    private int held(CachedBlocks table, int blocks) {
        int held = 0;
        for (int i = 0; i < blocks; i++) {
            int length = table.copy(i, buffer);
            if (length != CachedBlocks.NONE) {
                assertThat(Arrays.equals(buffer.block(), 0, length, bytes(i, length), 0, length))
                        .isTrue();
                held++;
            }
        }
        return held;
    }

    private static void fill(CachedBlocks table, int blocks, int length) {
        for (int i = 0; i < blocks; i++) {
            table.insert(i, bytes(i, length), length);
        }
    }

    private static byte[] bytes(int block, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (block * 31 + 7));
        return bytes;
    }
}
