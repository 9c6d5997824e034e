package dev.kiban;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Bytes of a file are not what was written: a checksum or a structure does not hold. */
public final class CorruptionException extends FatalException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Path file;
    private final long offset;

    /**
     * @param file the damaged (or missing) file
     * @param offset where in it, in bytes; -1 when the file as a whole is meant
     * @param problem what is wrong, in a few words
     */
    public CorruptionException(Path file, long offset, String problem) {
        super(
                file.getFileName() + (offset < 0 ? "" : " at byte " + offset) + " is damaged: " + problem
                        + ". Restore the store from a copy; the file is " + file,
                null);
        this.file = file;
        this.offset = offset;
    }

    /** The damaged file; null only after deserialization. */
    public @Nullable Path file() {
        return file;
    }

    /** The place in the file in bytes, or -1 when the file as a whole is meant. */
    public long offset() {
        return offset;
    }
}
