package dev.kiban.sample.memory;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.kiban.sample.problem.InvalidInputException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A memory's id: its creation sequence, written as twelve hexadecimal digits, so that ids sort by creation and lead straight to
 * the key.
 *
 * @param sequence 0 to {@link #MAX_SEQUENCE}; memories are numbered from 1
 */
public record MemoryId(long sequence) {

    /** 281 trillion: a million memories a second for nine years. */
    public static final long MAX_SEQUENCE = (1L << 48) - 1;

    private static final int DIGITS = 12;
    private static final Pattern VALID = Pattern.compile("[0-9a-f]{12}");

    public MemoryId {
        if (sequence < 0 || sequence > MAX_SEQUENCE) {
            throw new IllegalArgumentException("sequence " + sequence + " is not between 0 and " + MAX_SEQUENCE);
        }
    }

    /** @throws InvalidInputException when it is not an id */
    public static MemoryId of(@Nullable String text) {
        if (text == null || !VALID.matcher(text).matches()) {
            throw new InvalidInputException("id", "must be " + DIGITS + " hexadecimal digits in lower case");
        }
        return new MemoryId(HexFormat.fromHexDigitsToLong(text));
    }

    @Override
    @JsonValue
    public String toString() {
        return HexFormat.of().toHexDigits(sequence, DIGITS);
    }
}
