package dev.kiban.internal.compaction;

import dev.kiban.KibanOptions;

/**
 * Where writers are slowed and stopped.
 *
 * @param maxSealedMemtables sealed memtables at which writers stop; one less slows them mildly
 * @param l0Slowdown L0 files from which writers are slowed
 * @param l0Stop L0 files at which writers stop
 * @param pendingSlowdown pending bytes from which writers are slowed
 * @param pendingStop pending bytes at which writers stop
 * @param minFreeDisk free bytes below which writers stop; less than twice as many slow them
 */
public record GovernorLimits(
        int maxSealedMemtables, int l0Slowdown, int l0Stop, long pendingSlowdown, long pendingStop, long minFreeDisk) {

    public static GovernorLimits of(KibanOptions options) {
        return new GovernorLimits(
                options.maxSealedMemtables(),
                options.l0SlowdownFiles(),
                options.l0StopFiles(),
                options.pendingSlowdownSize(),
                options.pendingStopSize(),
                options.minFreeDisk());
    }
}
