/** The Actuator endpoint {@code kiban}. */
@NullMarked
package dev.kiban.spring.endpoint;

import org.jspecify.annotations.NullMarked;
