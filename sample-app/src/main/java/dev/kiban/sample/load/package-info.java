/** The built-in load: threads that write memories and verify what they read back. */
@NullMarked
package dev.kiban.sample.load;

import org.jspecify.annotations.NullMarked;
