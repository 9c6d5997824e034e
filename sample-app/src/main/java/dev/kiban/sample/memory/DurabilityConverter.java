package dev.kiban.sample.memory;

import dev.kiban.Durability;
import dev.kiban.sample.problem.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Reads a durability in lower case, as it is written in application.yml. */
@Component
final class DurabilityConverter implements Converter<String, Durability> {

    @Override
    public Durability convert(String text) {
        return Arrays.stream(Durability.values())
                .filter(durability -> durability.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(
                        () -> new InvalidInputException("durability", "must be sync, process or buffered"));
    }
}
