/** Sorted immutable table files (SST): block layout, index, filter, properties, footer. */
@NullMarked
package dev.kiban.internal.table;

import org.jspecify.annotations.NullMarked;
