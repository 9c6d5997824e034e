package dev.kiban.spring.endpoint;

import dev.kiban.OptionValue;
import dev.kiban.event.StallCause;
import dev.kiban.metrics.CauseMetrics;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.LevelMetrics;
import dev.kiban.metrics.StallMetrics;
import dev.kiban.spring.OptionProperty;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An engine as the endpoint shows it. Of a closed engine only the state is known.
 *
 * @param state open, read_only, failed or closed
 * @param path directory of the store
 * @param openedAt when it was opened
 * @param levels the levels of the tree, from 0 to 6
 * @param stalls slowed and stopped writers
 * @param options the options in effect
 * @param metrics the whole picture; only where one engine is asked for
 */
public record EngineDescriptor(
        String state,
        @Nullable String path,
        @Nullable Instant openedAt,
        List<Level> levels,
        @Nullable Stalls stalls,
        List<Option> options,
        @Nullable KibanMetrics metrics) {

    /**
     * A level of the tree.
     *
     * @param level 0 to 6
     * @param files how many table files
     * @param size their bytes
     * @param target bytes that the level should hold; 0 for level 0, which is judged by files
     * @param score above 1 it wants compaction
     * @param entries entries in it
     * @param tombstones deletes in it
     * @param queuedBytes bytes above the target
     * @param tables the files; only where one engine is asked for
     */
    public record Level(
            int level,
            int files,
            long size,
            long target,
            double score,
            long entries,
            long tombstones,
            long queuedBytes,
            @Nullable List<Table> tables) {

        static Level of(LevelMetrics level, @Nullable List<Table> tables) {
            return new Level(
                    level.level(),
                    level.files(),
                    level.size(),
                    level.target(),
                    level.score(),
                    level.entries(),
                    level.tombstones(),
                    level.queuedBytes(),
                    tables);
        }
    }

    /**
     * A table file.
     *
     * @param number file number
     * @param keyspace name of its keyspace
     * @param size bytes of the file
     * @param entries entries, tombstones included
     * @param tombstones deletes
     * @param minKey first key as the engine's key visibility allows: absent, a rank within the keyspace or hexadecimal digits
     * @param maxKey last key, in the same way
     */
    public record Table(
            long number,
            String keyspace,
            long size,
            long entries,
            long tombstones,
            @Nullable Object minKey,
            @Nullable Object maxKey) {}

    /**
     * Slowed and stopped writers.
     *
     * @param state free, slowed or stopped
     * @param cause why, absent when free
     * @param waitingWriters writers that wait now
     * @param delayRate bytes per second that writers may write now; 0 when free or stopped
     * @param rejected writes refused after the maximum wait
     * @param causes totals by cause
     */
    public record Stalls(
            String state,
            @Nullable String cause,
            int waitingWriters,
            long delayRate,
            long rejected,
            List<Cause> causes) {

        static Stalls of(StallMetrics stalls) {
            StallCause cause = stalls.cause();
            return new Stalls(
                    word(stalls.state()),
                    cause == null ? null : word(cause),
                    stalls.waitingWriters(),
                    stalls.delayRate(),
                    stalls.rejected(),
                    stalls.causes().stream().map(Cause::of).toList());
        }
    }

    /**
     * What one cause did to writers since the store was opened: episodes, how long they took, and the time that writers lost in
     * them, summed over writers.
     */
    public record Cause(
            String cause,
            long slowdowns,
            long stops,
            long slowdownNanos,
            long stopNanos,
            long slowdownBlockedNanos,
            long stopBlockedNanos) {

        static Cause of(CauseMetrics totals) {
            return new Cause(
                    word(totals.cause()),
                    totals.slowdowns(),
                    totals.stops(),
                    totals.slowdownNanos(),
                    totals.stopNanos(),
                    totals.slowdownBlockedNanos(),
                    totals.stopBlockedNanos());
        }
    }

    /**
     * An option in effect.
     *
     * @param name as in its property, without prefix
     * @param value as it can be written in a property; sizes in bytes
     * @param origin default, profile or set
     */
    public record Option(String name, Object value, String origin) {

        static Option of(OptionValue option) {
            return new Option(
                    new OptionProperty(option.name()).shortName(), written(option.value()), word(option.origin()));
        }

        private static Object written(Object value) {
            if (value instanceof Enum<?> constant) {
                return word(constant).replace('_', '-');
            }
            return value instanceof Duration duration ? duration.toString() : value;
        }
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
