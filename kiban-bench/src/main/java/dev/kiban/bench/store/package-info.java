/** Engines behind one face: what a benchmark asks of a store. */
@NullMarked
package dev.kiban.bench.store;

import org.jspecify.annotations.NullMarked;
