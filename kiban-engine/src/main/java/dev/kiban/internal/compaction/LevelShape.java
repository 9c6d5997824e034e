package dev.kiban.internal.compaction;

import dev.kiban.KibanOptions;
import dev.kiban.internal.table.TableMeta;
import dev.kiban.internal.version.Version;

/**
 * How a tree should look: what the picker compares a keyspace with.
 *
 * @param l0CompactionFiles files in L0 at which they are compacted, at least 1
 * @param levelBaseSize target bytes of L1, positive
 * @param levelMultiplier how many times larger each level's target is than the one above, at least 2
 * @param tableSize target bytes of an output table, positive
 */
public record LevelShape(int l0CompactionFiles, long levelBaseSize, int levelMultiplier, long tableSize) {

    /** The last level: it takes everything and wants no compaction for its size. */
    public static final int LAST = Version.LEVELS - 1;

    /** Fewer tombstones than this never make a table dense: a rewrite would cost more than they do. */
    static final long DENSE_TOMBSTONES = 1024;

    /** An output may overlap at most this many tables' worth of bytes in the level below it. */
    private static final int GRANDPARENT_TABLES = 10;

    public static LevelShape of(KibanOptions options) {
        return new LevelShape(
                options.l0CompactionFiles(), options.levelBaseSize(), options.levelMultiplier(), options.tableSize());
    }

    /** Bytes that the level should hold; 0 for L0, which is judged by files, and {@link Long#MAX_VALUE} for the last. */
    public long target(int level) {
        if (level == 0) {
            return 0;
        }
        if (level == LAST) {
            return Long.MAX_VALUE;
        }
        double target = levelBaseSize * Math.pow(levelMultiplier, level - 1);
        return target >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) target;
    }

    /** Bytes of the level below its target that one table may overlap, so that its own compaction stays bounded. */
    public long maxGrandparentBytes() {
        return saturatedTimes(tableSize, GRANDPARENT_TABLES);
    }

    /** Whether at least half of the table's entries are deletes, and enough of them to matter. */
    static boolean isDense(TableMeta table) {
        return table.tombstones() >= DENSE_TOMBSTONES && table.tombstones() >= table.entries() - table.tombstones();
    }

    static long saturatedTimes(long bytes, int factor) {
        return bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor;
    }
}
