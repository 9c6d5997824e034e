/** Memories of agents: the record, its key, the store, the REST resource. */
@NullMarked
package dev.kiban.sample.memory;

import org.jspecify.annotations.NullMarked;
