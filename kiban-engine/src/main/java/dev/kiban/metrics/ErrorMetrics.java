package dev.kiban.metrics;

import org.jspecify.annotations.Nullable;

/**
 * Failures in the background since open.
 *
 * @param corruption damaged bytes met
 * @param diskFull writes that met a full disk
 * @param io other failed reads, writes or syncs
 * @param bug unexpected exceptions of background jobs or listeners
 * @param last the last one in plain words, null when there was none
 */
public record ErrorMetrics(
        long corruption,
        long diskFull,
        long io,
        long bug,
        @Nullable String last) {}
