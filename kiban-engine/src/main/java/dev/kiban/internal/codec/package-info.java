/** How keys, entries and numbers are laid out and ordered in bytes. */
@NullMarked
package dev.kiban.internal.codec;

import org.jspecify.annotations.NullMarked;
