package dev.kiban;

import java.nio.file.Path;

/** The file is whole but was written in a format that this build does not read: one too old, or one too new. */
public final class UnsupportedFormatException extends FatalException {

    private static final long serialVersionUID = 1L;

    /** Which way the format is off. */
    public enum Age {

        /** This build no longer reads it: an older Kiban does. */
        TOO_OLD,

        /** A newer Kiban wrote it, with something that this build does not know and must understand. */
        TOO_NEW
    }

    private final Age age;

    public UnsupportedFormatException(Path file, Age age, String found, String supported) {
        super(
                file + " has " + found + ", this build reads " + supported + ". "
                        + (age == Age.TOO_NEW
                                ? "Open the store with the newer Kiban that wrote it"
                                : "Open it once with the last Kiban that reads this format to upgrade it"),
                null);
        this.age = age;
    }

    /** Whether the format is too old or too new for this build. */
    public Age age() {
        return age;
    }
}
