/** The {@code record} command: a long run of random writes with its trace. */
@NullMarked
package dev.kiban.bench.record;

import org.jspecify.annotations.NullMarked;
