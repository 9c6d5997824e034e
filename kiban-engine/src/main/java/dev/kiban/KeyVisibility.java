package dev.kiban;

/** How much of a key the store's observability (endpoint, traces, pages) may show. Values are never shown. */
public enum KeyVisibility {

    /** Nothing. */
    HIDDEN,

    /** A number that keeps the order of keys and holds none of their bytes. The default. */
    RANK,

    /** At most the first eight bytes. */
    PREFIX,

    /** The whole key. */
    FULL
}
