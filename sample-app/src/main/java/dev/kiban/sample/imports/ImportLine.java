package dev.kiban.sample.imports;

import org.jspecify.annotations.Nullable;

/** A line as it came: nothing is checked yet. */
record ImportLine(
        @Nullable String agent,
        @Nullable String text,
        @Nullable String kind) {}
