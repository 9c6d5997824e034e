package dev.kiban.spring.failure;

import dev.kiban.CorruptionException;
import dev.kiban.FatalException;
import dev.kiban.StorageException;
import dev.kiban.UnsupportedFormatException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do about a store that cannot be opened: damaged, of another format, or not readable and writable. */
final class FatalFailureAnalyzer extends AbstractFailureAnalyzer<FatalException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, FatalException cause) {
        if (cause instanceof CorruptionException damage) {
            return new FailureAnalysis("A file of the Kiban store is damaged: " + damage.getMessage(), """
                    Stop using the directory, keep it as it is, and restore the store from a copy. To start without the data, \
                    set kiban.path to another directory. Damage that nobody explains is most often a failing disk: look at the \
                    system's log.""", damage);
        }
        if (cause instanceof UnsupportedFormatException format) {
            return new FailureAnalysis(
                    "The Kiban store is of a format that this version does not read: " + format.getMessage(),
                    format.age() == UnsupportedFormatException.Age.TOO_NEW
                            ? "Start the application with the newer Kiban that wrote the store, or set kiban.path to a"
                                    + " directory that this version wrote."
                            : "Open the store once with the last Kiban that reads its format, which upgrades it, or set"
                                    + " kiban.path to another directory.",
                    format);
        }
        if (cause instanceof StorageException storage) {
            return new FailureAnalysis(
                    "The files of the Kiban store cannot be read or written: " + storage.getMessage(), """
                    Check that kiban.path is a directory, not a file, on a volume that is mounted and not read-only, and that \
                    the user who runs the application may read, write and make files there.""", storage);
        }
        return null;
    }
}
