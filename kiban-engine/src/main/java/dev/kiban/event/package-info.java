/** Records that tell a {@link dev.kiban.KibanListener} what the store does in the background. */
@NullMarked
package dev.kiban.event;

import org.jspecify.annotations.NullMarked;
