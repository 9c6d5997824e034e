/** Blocks of tables kept in off-heap memory within one byte budget. */
@NullMarked
package dev.kiban.internal.cache;

import org.jspecify.annotations.NullMarked;
