/** The only place that touches files, clocks and chance. */
@NullMarked
package dev.kiban.internal.fs;

import org.jspecify.annotations.NullMarked;
