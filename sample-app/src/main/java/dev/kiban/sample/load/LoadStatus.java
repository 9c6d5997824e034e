package dev.kiban.sample.load;

import org.jspecify.annotations.Nullable;

/**
 * How a load stands: the running one, or the last one.
 *
 * @param settings what it does; null when there was none since the start
 * @param written records written
 * @param read records read back
 * @param verified of them, those that were as they had been written, byte for byte
 * @param mismatches of them, those that were missing or different
 * @param stalls writes that the store put off and that were made again
 * @param errors calls that failed for another reason
 * @param lastError the last one in words
 * @param seconds how long it has run
 * @param records records that this load and all before it left in the store
 */
public record LoadStatus(
        boolean running,
        @Nullable LoadSettings settings,
        long written,
        long read,
        long verified,
        long mismatches,
        long stalls,
        long errors,
        @Nullable String lastError,
        double seconds,
        long records) {

    /** None was started since the application was. */
    static LoadStatus never(long records) {
        return new LoadStatus(false, null, 0, 0, 0, 0, 0, 0, null, 0, records);
    }
}
