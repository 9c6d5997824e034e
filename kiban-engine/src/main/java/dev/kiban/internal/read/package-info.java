/** Walking memtables and tables newest first as one ordered view. */
@NullMarked
package dev.kiban.internal.read;

import org.jspecify.annotations.NullMarked;
