package dev.kiban.metrics;

import dev.kiban.Durability;
import dev.kiban.event.StallCause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pictures of stores for tests. */
public final class MetricsPictures {

    private static final long MIB = 1 << 20;
    private static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0);

    private MetricsPictures() {}

    public static KibanMetrics empty() {
        return picture("kiban", 0, WriteState.FREE, null, NONE);
    }

    public static KibanMetrics busy() {
        return picture(
                "memories",
                1,
                WriteState.SLOWED,
                StallCause.L0_FILES,
                new Latency(120_000, 240_000_000, 1_500, 12_000, 450_000, 8_300_000));
    }

    /** A store whose every count is a multiple of the scale. */
    public static KibanMetrics picture(
            String name, long scale, WriteState state, @Nullable StallCause cause, Latency latency) {
        List<LevelMetrics> levels = new ArrayList<>();
        for (int level = 0; level < 7; level++) {
            long held = level > 3 ? 0 : scale;
            long size = held * (5 + level * level * 40) * MIB;
            levels.add(new LevelMetrics(
                    level,
                    (int) (held * (level * 9 + 5)),
                    size,
                    level == 0 ? 0 : 10 * MIB << level * 2,
                    held * (1.25 - level * 0.1),
                    size / 265,
                    size / 265 / 20,
                    held * level * MIB,
                    held * level * 700 * MIB,
                    held * (level + 1) * 650 * MIB));
        }
        List<CauseMetrics> causes = new ArrayList<>();
        for (StallCause each : StallCause.values()) {
            long n = scale * each.ordinal();
            causes.add(new CauseMetrics(
                    each, n * 3, n, n * 1_200_000_000L, n * 45_000_000, n * 2_300_000_000L, n * 180_000_000));
        }
        return new KibanMetrics(
                name,
                StoreState.OPEN,
                Durability.PROCESS,
                1_767_225_600_000L + scale * 5_000_000,
                1_767_225_600_000L,
                scale * 10_234_567,
                scale * 10_234_000,
                new OperationMetrics(
                        scale * 2_500_000,
                        scale * 10_200_000,
                        scale * 34_567,
                        scale * 1_200,
                        scale * 987,
                        scale * 2_700_000_000L,
                        scale * 660_000_000,
                        scale * 400_000,
                        scale * 300_000,
                        scale * 800_000,
                        scale * 900_000,
                        scale * 100_000,
                        latency,
                        latency),
                new CommitMetrics(
                        scale * 3_000_000, scale * 10_235_767, scale * 2_800_000_000L, scale * 9_000_000_000L),
                new WalMetrics(
                        (int) scale * 2, scale * 48 * MIB, scale * 2_900_000_000L, scale * 4_321, latency, scale * 512),
                new MemtableMetrics(scale * 11 * MIB, scale * 32 * MIB, (int) scale, 3, 32 * MIB),
                List.copyOf(levels),
                new FlushMetrics(scale * 84, scale * 2_650 * MIB, scale * 31_000_000_000L, 0),
                new CompactionMetrics(
                        scale * 57,
                        scale * 4,
                        scale * 7_000 * MIB,
                        scale * 6_500 * MIB,
                        scale * 1_234_567,
                        scale * 140_000_000_000L,
                        scale,
                        (int) scale,
                        scale * 6 * MIB),
                new CacheMetrics(
                        256 * MIB,
                        scale * 250 * MIB,
                        scale * 5_400_000,
                        scale * 600_000,
                        scale * 600_000,
                        scale * 540_000,
                        scale * 3 * MIB,
                        scale * 12 * MIB,
                        scale * 7_000_000,
                        scale * 2_450_000,
                        scale * 24_500),
                new StallMetrics(state, cause, (int) scale * 3, scale * 16 * MIB, 0, List.copyOf(causes)),
                new SnapshotMetrics((int) scale, (int) scale * 2, scale * 61_000_000_000L, scale * 64 * MIB),
                new DiskMetrics(
                        scale * 64 * MIB,
                        scale * 580 * MIB,
                        scale * 40_960,
                        scale * 20 * MIB,
                        90_000 * MIB,
                        200_000 * MIB),
                new RecoveryMetrics(12_000_000, scale * 45_000, scale * 12 * MIB, scale * 77),
                new Amplification(scale * 3.55, scale * 1.11, (int) scale * 8),
                new ErrorMetrics(
                        0, 0, scale, 0, scale == 0 ? null : "compaction: read of 000123.sst failed at offset 4096"));
    }
}
