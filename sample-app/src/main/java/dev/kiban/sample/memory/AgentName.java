package dev.kiban.sample.memory;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.kiban.sample.problem.InvalidInputException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whose memories they are. ASCII without control characters, so that names fit in a path and the byte 0 can end one in a key. */
public record AgentName(@JsonValue String value) {

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}");

    public AgentName {
        if (!VALID.matcher(value).matches()) {
            throw new InvalidInputException(
                    "agent", "must be 1 to 64 letters, digits or . _ : @ - and begin with a letter or digit");
        }
    }

    /** @throws InvalidInputException when it is absent or not a name */
    public static AgentName of(@Nullable String value) {
        if (value == null) {
            throw new InvalidInputException("agent", "is needed");
        }
        return new AgentName(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
