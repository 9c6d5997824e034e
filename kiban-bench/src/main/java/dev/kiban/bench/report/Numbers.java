package dev.kiban.bench.report;

import java.util.Locale;

/** Numbers as people read them: about three digits, thousands apart. */
public final class Numbers {

    private Numbers() {}

    public static String format(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        double size = Math.abs(value);
        if (size >= 99.95) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 9.995 ? "%.1f" : "%.2f", value);
    }

    /** The ends, or one number when both read the same. */
    public static String range(double min, double max) {
        String low = format(min);
        String high = format(max);
        return low.equals(high) ? low : low + "–" + high;
    }
}
