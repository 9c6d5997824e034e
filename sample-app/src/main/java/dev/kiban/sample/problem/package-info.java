/** Errors as problem details (RFC 9457), and the rules that every response and request keeps. */
@NullMarked
package dev.kiban.sample.problem;

import org.jspecify.annotations.NullMarked;
