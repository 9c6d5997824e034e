package dev.kiban.sample.load;

import org.jspecify.annotations.Nullable;

/** The body of a request for a load; what is left out gets a default. */
record LoadRequest(
        @Nullable Integer writers,
        @Nullable Integer readers,
        @Nullable Long ratePerSecond,
        @Nullable Integer valueBytes,
        @Nullable Long total) {

    LoadSettings settings() {
        return new LoadSettings(
                writers == null ? 2 : writers,
                readers == null ? 1 : readers,
                ratePerSecond == null ? 0 : ratePerSecond,
                valueBytes == null ? 256 : valueBytes,
                total == null ? 0 : total);
    }
}
