package dev.kiban.bench.report;

/**
 * How many times less one engine needs than another, from pairs that were measured side by side: each round's ratio is
 * taken first, then the median of those. Above 1 the first engine wins.
 *
 * @param spread of the rounds' ratios
 */
public record Ratio(Spread spread) {

    /** @param mine and theirs: what each needed (time, bytes), one value a round, in the same order */
    public static Ratio of(double[] mine, double[] theirs) {
        if (mine.length != theirs.length) {
            throw new IllegalArgumentException(mine.length + " rounds against " + theirs.length);
        }
        double[] ratios = new double[mine.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = theirs[i] / mine[i];
        }
        return new Ratio(Spread.of(ratios));
    }

    /** Whether the sign changes between rounds: neither engine can be called better. */
    public boolean isEven() {
        return spread.min() <= 1 && spread.max() >= 1;
    }

    /** In words, from the first engine's side: {@code 2.1× better (2.0–2.3)}, {@code 1.3× worse (1.2–1.5)}, {@code even}. */
    public String describe() {
        if (isEven()) {
            return "even (" + Numbers.range(spread.min(), spread.max()) + ")";
        }
        if (spread.median() > 1) {
            return Numbers.format(spread.median()) + "× better (" + Numbers.range(spread.min(), spread.max()) + ")";
        }
        return Numbers.format(1 / spread.median()) + "× worse (" + Numbers.range(1 / spread.max(), 1 / spread.min())
                + ")";
    }
}
