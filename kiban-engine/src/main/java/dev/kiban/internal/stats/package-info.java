/** Counters, histograms and the event queue: what the engine counts while it works. */
@NullMarked
package dev.kiban.internal.stats;

import org.jspecify.annotations.NullMarked;
