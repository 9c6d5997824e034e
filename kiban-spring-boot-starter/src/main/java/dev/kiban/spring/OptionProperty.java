package dev.kiban.spring;

import dev.kiban.InvalidOptionException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The property that stands for an option: {@code kiban.cache-size} for {@code cacheSize}.
 *
 * @param option the option's name, that of the builder's method
 */
public record OptionProperty(String option) {

    private static final Pattern INNER_CAPITAL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern CAMEL_CASE_WORD = Pattern.compile("\\b[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+\\b");

    /** The name without prefix, such as {@code cache-size}. */
    public String shortName() {
        return INNER_CAPITAL.matcher(option).replaceAll("-").toLowerCase(Locale.ROOT);
    }

    /** The property's full name. */
    public String name() {
        return "kiban." + shortName();
    }

    /** The reason why a value was refused, with options named as properties. */
    public static String reason(InvalidOptionException refused) {
        return CAMEL_CASE_WORD.matcher(refused.reason()).replaceAll(word -> new OptionProperty(word.group()).name());
    }

    /** The same refusal in words that Spring Boot reports together with the property's origin. */
    static InvalidConfigurationPropertyValueException translate(InvalidOptionException refused) {
        return new InvalidConfigurationPropertyValueException(
                new OptionProperty(refused.option()).name(), refused.value(), reason(refused), refused);
    }
}
