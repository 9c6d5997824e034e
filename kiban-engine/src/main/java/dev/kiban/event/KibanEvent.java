package dev.kiban.event;

/** Something that happened in the background of a store. Each begin has an end with the same job number. */
public sealed interface KibanEvent
        permits FlushBegin,
                FlushEnd,
                CompactionBegin,
                CompactionEnd,
                StallBegin,
                StallEnd,
                VersionEdited,
                BackgroundError {

    /** Milliseconds since 1970, UTC. */
    long timeMillis();
}
