package dev.kiban.sample.memory;

import dev.kiban.Durability;
import dev.kiban.sample.problem.InvalidInputException;
import java.util.Arrays;
import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Reads a durability as it is written in application.yml, in any case. */
@Component
final class DurabilityConverter implements Converter<String, Durability> {

    @Override
    public Durability convert(String text) {
        return Arrays.stream(Durability.values())
                .filter(durability -> durability.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("durability", "must be sync, process or buffered"));
    }
}
