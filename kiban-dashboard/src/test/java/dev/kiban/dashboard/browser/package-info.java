/** The pages in a real browser. */
@NullMarked
package dev.kiban.dashboard.browser;

import org.jspecify.annotations.NullMarked;
