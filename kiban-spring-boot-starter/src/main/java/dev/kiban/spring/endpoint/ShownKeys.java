package dev.kiban.spring.endpoint;

import dev.kiban.KeyVisibility;
import dev.kiban.event.TableInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a set of tables may show of its keys. Ranks count the distinct bounds of a keyspace from 0 in the order of keys; they
 * compare within one answer. Immutable.
 */
final class ShownKeys {

    private static final int PREFIX_LENGTH = 8;

    private final KeyVisibility visibility;
    private final Map<String, List<byte[]>> bounds = new HashMap<>();

    ShownKeys(KeyVisibility visibility, List<TableInfo> tables) {
        this.visibility = visibility;
        if (visibility == KeyVisibility.RANK) {
            Map<String, TreeSet<byte[]>> sorted = new HashMap<>();
            for (TableInfo table : tables) {
                TreeSet<byte[]> keys =
                        sorted.computeIfAbsent(table.keyspace(), name -> new TreeSet<>(Arrays::compareUnsigned));
                keys.add(table.minKey());
                keys.add(table.maxKey());
            }
            sorted.forEach((keyspace, keys) -> bounds.put(keyspace, List.copyOf(keys)));
        }
    }

    /** A bound of one of the tables: null, a rank or hexadecimal digits. */
    @Nullable
    Object show(String keyspace, byte[] bound) {
        return switch (visibility) {
            case HIDDEN -> null;
            case RANK -> rank(keyspace, bound);
            case PREFIX -> HexFormat.of().formatHex(bound, 0, Math.min(bound.length, PREFIX_LENGTH));
            case FULL -> HexFormat.of().formatHex(bound);
        };
    }

    private int rank(String keyspace, byte[] bound) {
        List<byte[]> sorted = bounds.getOrDefault(keyspace, List.of());
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(sorted.get(middle), bound) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
