package dev.kiban.metrics;

import dev.kiban.event.StallCause;

/**
 * What one cause did to writers since open.
 *
 * @param cause which
 * @param slowdowns episodes of slowing
 * @param stops episodes of stopping
 * @param slowdownNanos duration of the slowing episodes, a running one included
 * @param stopNanos duration of the stopping episodes, a running one included
 * @param slowdownBlockedNanos time that writers were delayed, summed over writers
 * @param stopBlockedNanos time that writers were stopped, summed over writers
 */
public record CauseMetrics(
        StallCause cause,
        long slowdowns,
        long stops,
        long slowdownNanos,
        long stopNanos,
        long slowdownBlockedNanos,
        long stopBlockedNanos) {}
