/** The page for people, and the numbers on it. */
@NullMarked
package dev.kiban.sample.page;

import org.jspecify.annotations.NullMarked;
