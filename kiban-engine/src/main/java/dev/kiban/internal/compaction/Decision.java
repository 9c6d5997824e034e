package dev.kiban.internal.compaction;

import dev.kiban.event.StallCause;
import dev.kiban.event.StallKind;
import dev.kiban.metrics.WriteState;
import org.jspecify.annotations.Nullable;

/**
 * What writers may do now.
 *
 * @param state free, slowed or stopped
 * @param cause the worst debt, null when free
 * @param kind how hard it stalls, null when free
 * @param bytesPerSecond what all writers together may write when slowed; 0 when stopped, {@link Long#MAX_VALUE} when free
 * @param value the debt's value: memtables, files or bytes; 0 when free
 * @param limit the limit that it reached, in the same unit; 0 when free
 */
public record Decision(
        WriteState state,
        @Nullable StallCause cause,
        @Nullable StallKind kind,
        long bytesPerSecond,
        long value,
        long limit) {

    /** Writers run as fast as they can. */
    public static final Decision FREE = new Decision(WriteState.FREE, null, null, Long.MAX_VALUE, 0, 0);
}
