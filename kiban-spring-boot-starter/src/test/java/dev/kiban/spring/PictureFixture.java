package dev.kiban.spring;

import dev.kiban.Durability;
import dev.kiban.event.StallCause;
import dev.kiban.metrics.Amplification;
import dev.kiban.metrics.CacheMetrics;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.CommitMetrics;
import dev.kiban.metrics.CompactionMetrics;
import dev.kiban.metrics.DiskMetrics;
import dev.kiban.metrics.ErrorMetrics;
import dev.kiban.metrics.FlushMetrics;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.Latency;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.MemtableMetrics;
import dev.kiban.metrics.OperationMetrics;
import dev.kiban.metrics.RecoveryMetrics;
import dev.kiban.metrics.SnapshotMetrics;
import dev.kiban.metrics.StallMetrics;
import dev.kiban.metrics.StoreState;
import dev.kiban.metrics.WalMetrics;
import dev.kiban.metrics.WriteState;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Pictures in which every number is another one, so that a meter that reads the wrong field is seen. */
public final class PictureFixture {

    private PictureFixture() {}

    public static KibanMetrics open() {
        return picture(StoreState.OPEN, WriteState.SLOWED, StallCause.L0_FILES, "compaction met damage", 0);
    }

    public static KibanMetrics calm() {
        return picture(StoreState.OPEN, WriteState.FREE, null, null, 0);
    }

    public static KibanMetrics in(StoreState state) {
        return picture(state, WriteState.FREE, null, "the log could not be synced", 0);
    }

    /** A picture with so many puts more. */
    public static KibanMetrics withPuts(long more) {
        return picture(StoreState.OPEN, WriteState.FREE, null, null, more);
    }

    private static KibanMetrics picture(
            StoreState state, WriteState writes, StallCause cause, String lastError, long morePuts) {
        return new KibanMetrics(
                "memories",
                state,
                Durability.PROCESS,
                1_000,
                500,
                77,
                66,
                new OperationMetrics(
                        101,
                        102 + morePuts,
                        103,
                        104,
                        105,
                        106,
                        107,
                        108,
                        109,
                        110,
                        111,
                        112,
                        new Latency(113, 114_000_000_000L, 0, 0, 0, 0),
                        new Latency(115, 116_000_000_000L, 0, 0, 0, 0)),
                new CommitMetrics(201, 202, 203, 204_000_000_000L),
                new WalMetrics(301, 302, 303, 304, new Latency(304, 305_000_000_000L, 0, 0, 0, 0), 306),
                new MemtableMetrics(401, 402, 2, 3, 404),
                IntStream.range(0, 7)
                        .mapToObj(level -> new LevelMetrics(
                                level,
                                500 + level,
                                5_100 + level,
                                5_200 + level,
                                0.5 + level,
                                5_300 + level,
                                5_400 + level,
                                5_500 + level,
                                5_600 + level,
                                5_700 + level))
                        .toList(),
                new FlushMetrics(601, 602, 603, 604),
                new CompactionMetrics(701, 702, 703, 704, 705, 706, 707, 708, 709),
                new CacheMetrics(801, 802, 803, 804, 805, 806, 807, 808, 809, 810, 811),
                new StallMetrics(
                        writes,
                        cause,
                        4,
                        902,
                        903,
                        Arrays.stream(StallCause.values())
                                .map(each -> new CauseMetrics(
                                        each,
                                        910 + each.ordinal(),
                                        920 + each.ordinal(),
                                        930,
                                        940,
                                        (950 + each.ordinal()) * 1_000_000_000L,
                                        (960 + each.ordinal()) * 1_000_000_000L))
                                .toList()),
                new SnapshotMetrics(11, 12, 13_000_000_000L, 14),
                new DiskMetrics(1_001, 1_002, 1_003, 1_004, 1_005, 1_006),
                new RecoveryMetrics(1_101_000_000_000L, 1_102, 1_103, 1_104),
                new Amplification(12.5, 1.25, 9),
                new ErrorMetrics(1_301, 1_302, 1_303, 1_304, lastError));
    }

    public static List<String> levels() {
        return List.of("0", "1", "2", "3", "4", "5", "6");
    }
}
