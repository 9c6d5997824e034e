package dev.kiban;

/** Named presets of {@link KibanOptions}. An option that is set by hand overrides its profile whatever the order of calls. */
public enum Profile {

    /** The defaults: LZ4 from L2 down. */
    GENERAL,

    /** For many small records that are read far more often than they age: no compression anywhere. */
    AGENT_MEMORY
}
