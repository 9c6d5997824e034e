package dev.kiban.bench.model;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Something an agent remembers.
 *
 * @param id its identity; implies agent and creation sequence
 * @param agent whose it is
 * @param created creation sequence: later memories have greater ones; never changes
 * @param revision how many times it was rewritten
 * @param text 200 ASCII characters
 */
@JsonPropertyOrder({"id", "agent", "created", "revision", "text"})
public record Memory(long id, int agent, long created, int revision, String text) {}
