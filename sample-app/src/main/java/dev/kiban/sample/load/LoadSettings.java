package dev.kiban.sample.load;

import dev.kiban.sample.problem.InvalidInputException;

/**
 * What a load does.
 *
 * @param writers threads that write, 0 to {@link LoadLanes#COUNT}
 * @param readers threads that read back and verify, 0 to 64
 * @param ratePerSecond the most records per second that all writers together write, and as much again that all readers read; 0
 *     for no limit
 * @param valueBytes bytes of a record's value
 * @param total records to write, or to read where nothing writes, and then to end; 0 to go on until stopped
 */
public record LoadSettings(int writers, int readers, long ratePerSecond, int valueBytes, long total) {

    public LoadSettings {
        inRange("writers", writers, 0, LoadLanes.COUNT);
        inRange("readers", readers, 0, 64);
        inRange("ratePerSecond", ratePerSecond, 0, 100_000_000);
        inRange("valueBytes", valueBytes, LoadRecord.MIN_BYTES, 1024 * 1024);
        inRange("total", total, 0, Long.MAX_VALUE);
        if (writers + readers == 0) {
            throw new InvalidInputException("writers", "or readers must be at least 1");
        }
    }

    private static void inRange(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw new InvalidInputException(field, "must be between " + min + " and " + max);
        }
    }
}
