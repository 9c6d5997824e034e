package dev.kiban.trace;

import dev.kiban.InvalidOptionException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How to trace a store. Immutable; begin with {@link #defaults()}. Samples are taken once a second.
 *
 * @param ring how much of the past is kept in memory, 1 minute to 24 hours, as long as it fits {@code ringBytes}. Default 1 hour
 * @param ringBytes bound of that memory in bytes, 64 KiB to 1 GiB; a full ring keeps less of the past. Default 16 MiB
 * @param file also record everything to this file, null not to; an existing file is replaced. Default null
 * @param title for people, at most 200 characters, null for none. Default null
 * @param commit that the engine was built from, for the head, at most 64 characters, null where unknown. Default null
 * @param workload what is done to the store, for the head: name, keys, keyBytes, valueBytes, threads, seed, durability; at most 64
 *     entries, each a text of at most 1,000 characters, a number or a boolean. Default empty
 * @param host what the engine cannot know of the machine, such as memBytes and disk, in the same bounds. Default empty
 */
public record TraceOptions(
        Duration ring,
        long ringBytes,
        @Nullable Path file,
        @Nullable String title,
        @Nullable String commit,
        Map<String, Object> workload,
        Map<String, Object> host) {

    private static final TraceOptions DEFAULTS =
            new TraceOptions(Duration.ofHours(1), 16L << 20, null, null, null, Map.of(), Map.of());

    private static final int MAX_TITLE = 200;
    private static final int MAX_COMMIT = 64;
    private static final int MAX_ENTRIES = 64;
    private static final int MAX_TEXT = 1_000;

    /** @throws InvalidOptionException when a value is out of range */
    public TraceOptions {
        if (ring.compareTo(Duration.ofMinutes(1)) < 0 || ring.compareTo(Duration.ofHours(24)) > 0) {
            throw new InvalidOptionException("ring", ring, "must be between 1 minute and 24 hours");
        }
        if (ringBytes < 64 << 10 || ringBytes > 1 << 30) {
            throw new InvalidOptionException("ringBytes", ringBytes, "must be between 64 KiB and 1 GiB");
        }
        if (title != null && title.length() > MAX_TITLE) {
            throw new InvalidOptionException("title", title, "must have at most " + MAX_TITLE + " characters");
        }
        if (commit != null && commit.length() > MAX_COMMIT) {
            throw new InvalidOptionException("commit", commit, "must have at most " + MAX_COMMIT + " characters");
        }
        workload = bounded("workload", workload);
        host = bounded("host", host);
    }

    private static Map<String, Object> bounded(String option, Map<String, Object> map) {
        if (map.size() > MAX_ENTRIES) {
            throw new InvalidOptionException(option, map.size(), "must have at most " + MAX_ENTRIES + " entries");
        }
        map.forEach((name, value) -> {
            if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
                throw new InvalidOptionException(option, name, "values must be texts, numbers or booleans");
            }
            if (name.length() > MAX_TEXT || value.toString().length() > MAX_TEXT) {
                throw new InvalidOptionException(
                        option, name, "names and values must have at most " + MAX_TEXT + " characters");
            }
        });
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    public static TraceOptions defaults() {
        return DEFAULTS;
    }

    public TraceOptions withRing(Duration newRing) {
        return new TraceOptions(newRing, ringBytes, file, title, commit, workload, host);
    }

    public TraceOptions withRingBytes(long newRingBytes) {
        return new TraceOptions(ring, newRingBytes, file, title, commit, workload, host);
    }

    public TraceOptions withFile(@Nullable Path newFile) {
        return new TraceOptions(ring, ringBytes, newFile, title, commit, workload, host);
    }

    public TraceOptions withTitle(@Nullable String newTitle) {
        return new TraceOptions(ring, ringBytes, file, newTitle, commit, workload, host);
    }

    public TraceOptions withCommit(@Nullable String newCommit) {
        return new TraceOptions(ring, ringBytes, file, title, newCommit, workload, host);
    }

    public TraceOptions withWorkload(Map<String, Object> newWorkload) {
        return new TraceOptions(ring, ringBytes, file, title, commit, newWorkload, host);
    }

    public TraceOptions withHost(Map<String, Object> newHost) {
        return new TraceOptions(ring, ringBytes, file, title, commit, workload, newHost);
    }
}
