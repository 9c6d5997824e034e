/** From the files of a closed or crashed store to a running one. */
@NullMarked
package dev.kiban.internal.recovery;

import org.jspecify.annotations.NullMarked;
