/** The engine that ties the stations together. */
@NullMarked
package dev.kiban.internal;

import org.jspecify.annotations.NullMarked;
