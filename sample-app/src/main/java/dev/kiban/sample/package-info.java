/** An agent-memory service: what an application that uses Kiban looks like. */
@NullMarked
package dev.kiban.sample;

import org.jspecify.annotations.NullMarked;
