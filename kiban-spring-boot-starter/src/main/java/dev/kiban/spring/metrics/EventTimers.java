package dev.kiban.spring.metrics;

import static dev.kiban.spring.metrics.EngineMeters.tag;

import dev.kiban.KibanListener;
import dev.kiban.event.CompactionEnd;
import dev.kiban.event.FlushEnd;
import dev.kiban.event.KibanEvent;
import dev.kiban.event.StallCause;
import dev.kiban.event.StallEnd;
import dev.kiban.event.StallKind;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Timers of what is rare enough to be recorded one by one: stalls, flushes, compactions. All combinations of tags are registered
 * at once; a reason that this version does not know is recorded as {@code other}. Thread safe.
 */
final class EventTimers implements KibanListener {

    private static final String OTHER = "other";
    private static final List<String> FLUSH_REASONS = List.of("size", "request", "wal", "close", OTHER);
    private static final List<String> COMPACTION_REASONS =
            List.of("l0_files", "level_size", "tombstones", "manual", OTHER);

    private static final Duration[] STALL_BUCKETS = seconds(0.01, 0.1, 1, 10, 60);
    private static final Duration[] FLUSH_BUCKETS = seconds(0.1, 0.5, 1, 5, 30);
    private static final Duration[] COMPACTION_BUCKETS = seconds(1, 10, 60, 600);

    private final Map<List<Object>, Timer> stalls = new HashMap<>();
    private final Map<String, Timer> flushes = new HashMap<>();
    private final Map<List<Object>, Timer> compactions = new HashMap<>();

    EventTimers(EngineMeters meters) {
        for (StallCause cause : StallCause.values()) {
            for (StallKind kind : StallKind.values()) {
                stalls.put(
                        List.of(cause, kind),
                        meters.eventTimer(
                                "kiban.write.stall",
                                "Episodes in which writers were slowed or stopped, recorded when they end",
                                STALL_BUCKETS,
                                "cause",
                                tag(cause),
                                "kind",
                                tag(kind)));
            }
        }
        for (String reason : FLUSH_REASONS) {
            flushes.put(
                    reason,
                    meters.eventTimer(
                            "kiban.flush", "Flushes of a memtable by reason", FLUSH_BUCKETS, "reason", reason));
        }
        for (int level = 0; level < TreeMeters.LEVELS; level++) {
            for (String reason : COMPACTION_REASONS) {
                compactions.put(
                        List.of(level, reason),
                        meters.eventTimer(
                                "kiban.compaction",
                                "Compactions by the level of their upper input and by reason",
                                COMPACTION_BUCKETS,
                                "level",
                                Integer.toString(level),
                                "reason",
                                reason));
            }
        }
    }

    @Override
    public void onEvent(KibanEvent event) {
        if (event instanceof StallEnd stall) {
            record(stalls.get(List.of(stall.cause(), stall.kind())), stall.nanos());
        } else if (event instanceof FlushEnd flush && flush.success()) {
            record(flushes.get(known(flush.reason(), FLUSH_REASONS)), flush.nanos());
        } else if (event instanceof CompactionEnd compaction && compaction.success()) {
            String reason = known(compaction.reason(), COMPACTION_REASONS);
            record(compactions.get(List.of(compaction.fromLevel(), reason)), compaction.nanos());
        }
    }

    private static void record(@Nullable Timer timer, long nanos) {
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static String known(String reason, List<String> reasons) {
        String tag = reason.toLowerCase(Locale.ROOT).replace(' ', '_');
        return reasons.contains(tag) ? tag : OTHER;
    }

    private static Duration[] seconds(double... values) {
        Duration[] buckets = new Duration[values.length];
        for (int i = 0; i < values.length; i++) {
            buckets[i] = Duration.ofMillis((long) (values[i] * 1000));
        }
        return buckets;
    }
}
