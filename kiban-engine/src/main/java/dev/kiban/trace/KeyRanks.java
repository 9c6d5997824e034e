package dev.kiban.trace;

import dev.kiban.event.TableInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that keep the order of key bounds and hold none of their bytes. A bound keeps its number: between two known bounds a new
 * one takes a number in the gap, and bounds that arrive together share the gap evenly; beyond the last known one it steps outward.
 * Where a gap is used up, neighbours share a number; the order never turns. Numbers lie within ±2^53, which a JavaScript number
 * holds exactly. Each keyspace has numbers of its own.
 *
 * <p>Steps outward take 1/4096 of the room that is left, at least 1: keys that only ever grow find different numbers for about
 * 150,000 bounds. A plain midpoint scheme would be used up after 53.
 *
 * <p>Memory is bounded: when the bounds exceed {@value #MAX_BOUNDS} or {@value #MAX_BYTES} bytes, those that no live table has are
 * forgotten, and would get another number if they came again. Not thread safe.
 */
final class KeyRanks {

    static final long RANGE = 1L << 53;
    private static final long STEP_SHARE = 4096;
    private static final int MAX_BOUNDS = 100_000;
    private static final long MAX_BYTES = 8L << 20;

    private final Map<String, TreeMap<byte[], Long>> byKeyspace = new HashMap<>();
    private int bounds;
    private long bytes;
    private int boundsAllowed = MAX_BOUNDS;
    private long bytesAllowed = MAX_BYTES;

    void introduce(List<TableInfo> tables) {
        Map<String, TreeSet<byte[]>> fresh = new HashMap<>();
        for (TableInfo table : tables) {
            TreeSet<byte[]> keys =
                    fresh.computeIfAbsent(table.keyspace(), name -> new TreeSet<>(Arrays::compareUnsigned));
            keys.add(table.minKey());
            keys.add(table.maxKey());
        }
        fresh.forEach((keyspace, keys) -> number(ranks(keyspace), keys));
    }

    long rank(String keyspace, byte[] key) {
        Long rank = ranks(keyspace).get(key);
        if (rank == null) {
            throw new IllegalArgumentException("a key bound was not introduced");
        }
        return rank;
    }

    void forgetAllBut(Collection<TraceLine.Table> live) {
        if (bounds <= boundsAllowed && bytes <= bytesAllowed) {
            return;
        }
        Map<String, Set<Object>> kept = new HashMap<>();
        for (TraceLine.Table table : live) {
            Set<Object> ranks = kept.computeIfAbsent(table.keyspace(), name -> new HashSet<>());
            addRank(ranks, table.lo());
            addRank(ranks, table.hi());
        }
        byKeyspace.forEach((keyspace, ranks) -> {
            Set<Object> keep = kept.getOrDefault(keyspace, Set.of());
            ranks.values().removeIf(rank -> !keep.contains(rank));
        });
        byKeyspace.values().removeIf(Map::isEmpty);
        bounds = 0;
        bytes = 0;
        byKeyspace.values().forEach(ranks -> ranks.keySet().forEach(this::count));
        // Where the live bounds alone are many, do not look again at every edit.
        boundsAllowed = Math.max(MAX_BOUNDS, bounds * 2);
        bytesAllowed = Math.max(MAX_BYTES, bytes * 2);
    }

    private static void addRank(Set<Object> ranks, @Nullable Object bound) {
        if (bound != null) {
            ranks.add(bound);
        }
    }

    private TreeMap<byte[], Long> ranks(String keyspace) {
        return byKeyspace.computeIfAbsent(keyspace, name -> new TreeMap<>(Arrays::compareUnsigned));
    }

    /** Numbers the keys that have none, one gap between known keys after the other. */
    private void number(NavigableMap<byte[], Long> ranks, TreeSet<byte[]> keys) {
        keys.removeIf(ranks::containsKey);
        while (!keys.isEmpty()) {
            byte[] first = keys.first();
            Map.Entry<byte[], Long> below = ranks.lowerEntry(first);
            Map.Entry<byte[], Long> above = ranks.higherEntry(first);
            SortedSet<byte[]> gap = above == null ? keys : keys.headSet(above.getKey());
            List<byte[]> group = new ArrayList<>(gap);
            gap.clear();
            long[] numbers = spread(
                    group.size(), below == null ? null : below.getValue(), above == null ? null : above.getValue());
            for (int i = 0; i < numbers.length; i++) {
                ranks.put(group.get(i), numbers[i]);
                count(group.get(i));
            }
        }
    }

    private void count(byte[] key) {
        bounds++;
        bytes += key.length;
    }

    /** Ascending numbers for so many keys between two known numbers; a null one means that nothing is known on that side. */
    static long[] spread(int count, @Nullable Long below, @Nullable Long above) {
        long[] numbers = new long[count];
        if (below != null && above != null) {
            long step = (above - below) / (count + 1);
            long rest = (above - below) % (count + 1);
            for (int i = 0; i < count; i++) {
                numbers[i] = below + step * (i + 1) + rest * (i + 1) / (count + 1);
            }
        } else if (below != null) {
            long last = below;
            for (int i = 0; i < count; i++) {
                last = Math.min(RANGE, last + outward(RANGE - last));
                numbers[i] = last;
            }
        } else if (above != null) {
            long last = above;
            for (int i = count - 1; i >= 0; i--) {
                last = Math.max(-RANGE, last - outward(RANGE + last));
                numbers[i] = last;
            }
        } else {
            long step = Math.min(RANGE / STEP_SHARE, RANGE / (count + 1));
            for (int i = 0; i < count; i++) {
                numbers[i] = (i - count / 2) * step;
            }
        }
        return numbers;
    }

    private static long outward(long room) {
        return Math.max(1, room / STEP_SHARE);
    }
}
