package dev.kiban.internal.version;

/** What readers pin while they are inside: an immutable picture with pins of its own. */
public interface Pinned {

    /** Always the same object, and no other picture's. */
    Pins pins();
}
