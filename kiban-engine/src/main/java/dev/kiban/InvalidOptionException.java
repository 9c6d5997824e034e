package dev.kiban;

/** An option has a value that cannot work; the message names option, value and reason. */
public final class InvalidOptionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String option;
    private final String value;
    private final String reason;

    /**
     * @param option the builder method's name, such as {@code cacheSize}
     * @param value what was given
     * @param reason why it cannot work, and what would
     */
    public InvalidOptionException(String option, Object value, String reason) {
        super("option " + option + " = " + value + ": " + reason);
        this.option = option;
        this.value = String.valueOf(value);
        this.reason = reason;
    }

    /** The builder method's name. */
    public String option() {
        return option;
    }

    /** What was given, as text. */
    public String value() {
        return value;
    }

    /** Why it cannot work, and what would. */
    public String reason() {
        return reason;
    }
}
