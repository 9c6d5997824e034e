package dev.kiban.metrics;

import dev.kiban.event.StallCause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Slowed and stopped writers.
 *
 * @param state now
 * @param cause of the state now, null when free
 * @param waitingWriters writers that wait now
 * @param delayRate bytes per second that writers may write now; 0 when free or stopped
 * @param rejected writes refused after the maximum wait
 * @param causes totals by cause, one for each {@link StallCause}, in its order
 */
public record StallMetrics(
        WriteState state,
        @Nullable StallCause cause,
        int waitingWriters,
        long delayRate,
        long rejected,
        List<CauseMetrics> causes) {}
