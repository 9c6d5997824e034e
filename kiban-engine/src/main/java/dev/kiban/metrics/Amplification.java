package dev.kiban.metrics;

/**
 * Ratios since open; 0 when nothing was written.
 *
 * @param write table bytes written per user byte written
 * @param space table bytes per byte of the last level that holds data
 * @param read sorted runs that a point read may have to look at
 */
public record Amplification(double write, double space, int read) {}
