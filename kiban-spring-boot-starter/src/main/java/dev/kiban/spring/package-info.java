/** Auto-configuration of the engine, and the properties below {@code kiban.}. */
@NullMarked
package dev.kiban.spring;

import org.jspecify.annotations.NullMarked;
