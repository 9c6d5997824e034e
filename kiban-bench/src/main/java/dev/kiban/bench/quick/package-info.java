/** The {@code quick} command: agent memories, each engine in its own JVM, every result verified. */
@NullMarked
package dev.kiban.bench.quick;

import org.jspecify.annotations.NullMarked;
