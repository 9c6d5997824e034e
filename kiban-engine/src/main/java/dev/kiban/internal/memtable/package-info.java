/** Recent writes in memory, ordered, one writer, lock-free readers. */
@NullMarked
package dev.kiban.internal.memtable;

import org.jspecify.annotations.NullMarked;
