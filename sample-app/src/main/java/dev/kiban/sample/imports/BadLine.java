package dev.kiban.sample.imports;

/**
 * A line that was not imported.
 *
 * @param line its number, counted from 1, blank lines included
 * @param reason what is wrong with it
 */
public record BadLine(long line, String reason) {}
