package dev.kiban.spring.health;

import dev.kiban.Kiban;
import dev.kiban.event.StallCause;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.StoreState;
import java.util.Locale;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health of one engine from its picture in memory; no file is touched.
 *
 * <p>UP while it takes writes, OUT_OF_SERVICE when it is closed or read-only and a restart helps, DOWN when data is damaged or a
 * background thread died. A stall is told in the details and changes nothing: a slow store is still a healthy one. Thread safe.
 */
public final class KibanHealthIndicator extends AbstractHealthIndicator {

    private final Kiban kiban;

    public KibanHealthIndicator(Kiban kiban) {
        super("the picture of the Kiban store could not be taken");
        this.kiban = kiban;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        if (kiban.isClosed()) {
            closed(health);
            return;
        }
        try {
            report(kiban.metrics(), health);
        } catch (IllegalStateException closedMeanwhile) {
            closed(health);
        }
    }

    static void report(KibanMetrics metrics, Health.Builder health) {
        switch (metrics.state()) {
            case OPEN -> health.up();
            case READ_ONLY, CLOSED -> health.outOfService();
            case FAILED -> health.down();
        }
        health.withDetail("state", word(metrics.state()));
        health.withDetail("writes", word(metrics.stalls().state()));
        StallCause cause = metrics.stalls().cause();
        if (cause != null) {
            health.withDetail("stallCause", word(cause));
        }
        health.withDetail("freeDisk", metrics.disk().freeBytes());
        String lastError = metrics.errors().last();
        if (lastError != null) {
            health.withDetail("lastError", lastError);
        }
    }

    private static void closed(Health.Builder health) {
        health.outOfService().withDetail("state", word(StoreState.CLOSED));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
