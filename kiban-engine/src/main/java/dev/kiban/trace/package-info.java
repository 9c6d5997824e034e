/** The one sampler, and the writer and reader of kiban-trace v1. */
@NullMarked
package dev.kiban.trace;

import org.jspecify.annotations.NullMarked;
