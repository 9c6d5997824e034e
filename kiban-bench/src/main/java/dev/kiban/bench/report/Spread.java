package dev.kiban.bench.report;

import java.util.Arrays;

/** The middle and the ends of a few measurements of one thing. */
public record Spread(double median, double min, double max) {

    /** @param values one or more */
    public static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }
}
