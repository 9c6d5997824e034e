/** Import of memories as JSON Lines, streamed. */
@NullMarked
package dev.kiban.sample.imports;

import org.jspecify.annotations.NullMarked;
