package dev.kiban.bench;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes on the command line: {@code 4096}, {@code 64KB}, {@code 512MB}, {@code 1GB}, in steps of 1,024. */
public record ByteSize(long bytes) {

    private static final Pattern SYNTAX = Pattern.compile("(\\d{1,12})\\s*(|[KMG])(|i?B)", Pattern.CASE_INSENSITIVE);

    /** As it can be read again: in the largest unit that divides it. */
    @Override
    public String toString() {
        for (int unit = 3; unit > 0; unit--) {
            if (bytes > 0 && Long.numberOfTrailingZeros(bytes) >= 10 * unit) {
                return (bytes >> (10 * unit)) + List.of("B", "KB", "MB", "GB").get(unit);
            }
        }
        return bytes + "B";
    }

    /** Reads one. */
    public static final class Converter implements ITypeConverter<ByteSize> {
        @Override
        public ByteSize convert(String text) {
            Matcher matcher = SYNTAX.matcher(text.trim());
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is no size; write for example 512MB");
            }
            int shift = switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
                case "K" -> 10;
                case "M" -> 20;
                case "G" -> 30;
                default -> 0;
            };
            return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
        }
    }
}
