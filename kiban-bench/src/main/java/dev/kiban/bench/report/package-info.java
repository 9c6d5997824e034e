/** Medians, ratios and tables. */
@NullMarked
package dev.kiban.bench.report;

import org.jspecify.annotations.NullMarked;
