package dev.kiban.internal.table;

import java.util.concurrent.atomic.LongAdder;

/** What the filters of an engine's tables did. One for all tables of an engine; thread safe. */
public final class TableStats {

    final LongAdder filterNegatives = new LongAdder();
    final LongAdder filterPositives = new LongAdder();
    final LongAdder filterFalsePositives = new LongAdder();

    /** Point reads of a table that its filter ended. */
    public long filterNegatives() {
        return filterNegatives.sum();
    }

    /** Point reads of a table that its filter let through. */
    public long filterPositives() {
        return filterPositives.sum();
    }

    /** Of those let through, the ones that found nothing they might see. */
    public long filterFalsePositives() {
        return filterFalsePositives.sum();
    }
}
