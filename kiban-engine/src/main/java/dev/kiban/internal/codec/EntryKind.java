package dev.kiban.internal.codec;

/**
 * What an entry does to its key: the low four bits of an entry's tag in WAL and SST.
 *
 * <p>Plain {@code int} constants, since they are read from bytes on the hot path. Codes 2 to 6 are reserved: 2 range
 * delete, 3 expiring put, 4 merge, 5 value pointer, 6 prepare and commit. A reader refuses a code that it does not know:
 * every kind must be understood.
 */
public final class EntryKind {

    /** The key is absent from here on down: a tombstone. Its value is empty. */
    public static final int DELETE = 0;

    /** The key has the value. */
    public static final int PUT = 1;

    private EntryKind() {}

    /** Whether this build knows the code. */
    public static boolean isKnown(int kind) {
        return kind == DELETE || kind == PUT;
    }
}
