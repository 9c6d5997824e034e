package dev.kiban.sample.memory;

import org.jspecify.annotations.Nullable;

/** The body of a request that writes a memory, as it came: nothing is checked yet. */
record MemoryRequest(@Nullable String text, @Nullable String kind) {

    MemoryContent content() {
        return MemoryContent.of(text, kind);
    }
}
