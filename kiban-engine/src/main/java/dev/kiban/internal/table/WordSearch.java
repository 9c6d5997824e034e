package dev.kiban.internal.table;

/**
 * Search in ascending unsigned words by interpolation: a few guesses where an even spread would put the word, then steps of
 * doubling width from the last guess until the word is between two of them, then halving. Even words are found in a handful of
 * probes; the worst case stays logarithmic, whatever the words are. Pure.
 */
final class WordSearch {

    private static final int GUESSES = 3;
    private static final int SMALL = 8;

    private WordSearch() {}

    /** How many of the words are below the given one. */
    static int countBelow(long[] words, long word) {
        // All words before low are below, none from high on is.
        int low = 0;
        int high = words.length;
        int guess = -1;
        boolean below = false;
        for (int i = 0; i < GUESSES && high - low > SMALL; i++) {
            long first = words[low];
            long last = words[high - 1];
            if (Long.compareUnsigned(word, first) <= 0) {
                return low;
            }
            if (Long.compareUnsigned(word, last) > 0) {
                return high;
            }
            guess = low + (int) ((high - 1 - low) * fraction(word - first, last - first));
            below = Long.compareUnsigned(words[guess], word) < 0;
            if (below) {
                low = guess + 1;
            } else {
                high = guess;
            }
        }
        if (guess >= 0) {
            for (int step = SMALL; high - low > step; step <<= 1) {
                int probe = below ? low + step : high - step;
                boolean probeBelow = Long.compareUnsigned(words[probe], word) < 0;
                if (probeBelow) {
                    low = probe + 1;
                } else {
                    high = probe;
                }
                if (probeBelow != below) {
                    break;
                }
            }
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(words[middle], word) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** part / whole of unsigned numbers, 0 to 1; part is at most whole. */
    private static double fraction(long part, long whole) {
        double divisor = unsigned(whole);
        return divisor == 0 ? 0 : Math.min(1, unsigned(part) / divisor);
    }

    private static double unsigned(long value) {
        return (double) (value >>> 1) * 2 + (value & 1);
    }
}
