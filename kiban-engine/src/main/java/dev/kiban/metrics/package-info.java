/** Immutable pictures of a store's counters and shape. */
@NullMarked
package dev.kiban.metrics;

import org.jspecify.annotations.NullMarked;
