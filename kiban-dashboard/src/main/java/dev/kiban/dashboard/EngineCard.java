package dev.kiban.dashboard;

import dev.kiban.Kiban;
import dev.kiban.metrics.StoreState;
import java.util.Locale;

/**
 * What a page says of an engine before its trace is read.
 *
 * @param name as in health, meters and endpoint
 * @param state {@code open}, {@code read_only}, {@code failed} or {@code closed}
 * @param path its directory
 */
record EngineCard(String name, String state, String path) {

    /** Of an engine in whatever state, without a failure of its own. */
    static EngineCard of(String name, Kiban kiban) {
        return new EngineCard(
                name, state(kiban).name().toLowerCase(Locale.ROOT), kiban.path().toString());
    }

    private static StoreState state(Kiban kiban) {
        try {
            return kiban.isClosed() ? StoreState.CLOSED : kiban.metrics().state();
        } catch (RuntimeException e) {
            // It may have been closed since it was asked.
            return kiban.isClosed() ? StoreState.CLOSED : StoreState.FAILED;
        }
    }
}
