/** What a failed start says, and what to change. */
@NullMarked
package dev.kiban.spring.failure;

import org.jspecify.annotations.NullMarked;
