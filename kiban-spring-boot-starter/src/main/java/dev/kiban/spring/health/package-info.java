/** Health of the engines of an application. */
@NullMarked
package dev.kiban.spring.health;

import org.jspecify.annotations.NullMarked;
