package dev.kiban.spring.failure;

import dev.kiban.InvalidOptionException;
import dev.kiban.spring.OptionProperty;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/**
 * Reports a refused option that no property set: one from code, or a default that another property contradicts. A refused
 * property is left to Spring Boot's own analyzer, which knows the file and line it comes from.
 */
final class InvalidOptionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidOptionException> {

    private final Environment environment;

    InvalidOptionFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, InvalidOptionException cause) {
        String property = new OptionProperty(cause.option()).name();
        boolean translated = findCause(rootFailure, InvalidConfigurationPropertyValueException.class) != null;
        if (translated && environment.containsProperty(property)) {
            return null;
        }
        return new FailureAnalysis(
                "The option " + cause.option() + " of a Kiban store is " + cause.value() + ": "
                        + OptionProperty.reason(cause) + ".",
                "Set " + property
                        + ", or the option in the code that builds KibanOptions, to a value that fits, or change the option"
                        + " that it contradicts.",
                cause);
    }
}
