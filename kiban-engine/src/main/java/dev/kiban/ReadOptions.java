package dev.kiban;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a read is done. Immutable; a snapshot in it has to be open when the read begins.
 *
 * @param snapshot the moment to read at, or null for now
 */
public record ReadOptions(@Nullable Snapshot snapshot) {

    private static final ReadOptions LATEST = new ReadOptions(null);

    /** Reads the newest state. */
    public static ReadOptions latest() {
        return LATEST;
    }

    /** Reads as things were when the snapshot was taken. */
    public static ReadOptions at(Snapshot snapshot) {
        return new ReadOptions(Objects.requireNonNull(snapshot, "snapshot"));
    }
}
