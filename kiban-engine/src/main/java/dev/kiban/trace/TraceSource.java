package dev.kiban.trace;

import dev.kiban.KeyVisibility;
import dev.kiban.KibanListener;
import dev.kiban.OptionValue;
import dev.kiban.event.TableSet;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.metrics.Latency;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a {@link TraceSession} watches; the engine is one. Thread safe. {@link #metrics()} and {@link #tables()} must not wait for a
 * listener to return: a session calls them from its listener.
 */
public interface TraceSource {

    /** A picture of now. */
    KibanMetrics metrics();

    /** The file set now, with the number that tells which {@link dev.kiban.event.VersionEdited} events it already holds. */
    TableSet tables();

    /** Adds a listener that is told of everything from now on, in order: of each edit after {@link #tables()} holds it. */
    void addListener(KibanListener listener);

    void removeListener(KibanListener listener);

    /** How much of a key the trace may show. */
    KeyVisibility keyVisibility();

    /** The options in effect, for the head. */
    List<OptionValue> options();

    /** Where writers are slowed and stopped, for the head. */
    TraceLine.Limits limits();

    /** A new reader of read latencies: each call of {@code get} summarises what came since its call before. */
    Supplier<Latency> readIntervals();

    /** A new reader of write latencies. */
    Supplier<Latency> writeIntervals();

    /** A new reader of latencies of WAL syncs. */
    Supplier<Latency> syncIntervals();
}
