/** The public face of the store: open it, write, read, close. */
@NullMarked
package dev.kiban;

import org.jspecify.annotations.NullMarked;
