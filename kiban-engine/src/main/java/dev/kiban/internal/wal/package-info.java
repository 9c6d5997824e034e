/** The write-ahead log: every accepted write, in order, before it is anywhere else. */
@NullMarked
package dev.kiban.internal.wal;

import org.jspecify.annotations.NullMarked;
