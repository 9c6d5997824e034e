/** The agent memories that every engine stores, made anew from a seed wherever they are needed. */
@NullMarked
package dev.kiban.bench.model;

import org.jspecify.annotations.NullMarked;
