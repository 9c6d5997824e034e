package dev.kiban.internal.codec;

/** The sizes that every part of the engine may rely on, in bytes. */
public final class Limits {

    public static final int MAX_KEY_LENGTH = 65_536;

    public static final int MAX_VALUE_LENGTH = 256 * 1024 * 1024;

    /** Of the encoded operations of one batch. */
    public static final int MAX_BATCH_SIZE = 512 * 1024 * 1024;

    private Limits() {}
}
