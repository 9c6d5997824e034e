package dev.kiban.sample.memory;

import java.util.List;

/**
 * Some of an agent's memories, latest first.
 *
 * @param more whether the agent has older ones
 */
public record MemoryPage(List<Memory> memories, boolean more) {}
