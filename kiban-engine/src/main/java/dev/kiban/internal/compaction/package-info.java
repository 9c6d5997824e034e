/** Moving data down the tree: picker, jobs, and the governor that slows writers. */
@NullMarked
package dev.kiban.internal.compaction;

import org.jspecify.annotations.NullMarked;
