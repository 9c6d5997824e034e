package dev.kiban;

/**
 * An option as it is in effect.
 *
 * @param name the builder method's name
 * @param value the value: a number, a duration, an enum constant or a string
 * @param origin who set it
 */
public record OptionValue(String name, Object value, Origin origin) {

    /** Who set an option. */
    public enum Origin {

        /** Nobody: the default holds. */
        DEFAULT,

        /** The {@link Profile}. */
        PROFILE,

        /** The builder's caller, by hand. */
        SET
    }
}
