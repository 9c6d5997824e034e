/** Benchmarks of Kiban against other embedded stores, and the recorder of long-run traces. */
@NullMarked
package dev.kiban.bench;

import org.jspecify.annotations.NullMarked;
