/** Micrometer meters of the engines of an application. */
@NullMarked
package dev.kiban.spring.metrics;

import org.jspecify.annotations.NullMarked;
