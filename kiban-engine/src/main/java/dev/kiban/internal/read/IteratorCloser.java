package dev.kiban.internal.read;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Closes many iterators, all of them even when some fail; the first failure is thrown and holds the others. */
public final class IteratorCloser {

    private IteratorCloser() {}

    public static void closeAll(Iterable<? extends Closeable> all) throws IOException {
        Throwable failure = null;
        for (Closeable one : all) {
            try {
                one.close();
            } catch (IOException | RuntimeException e) {
                failure = joined(failure, e);
            }
        }
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /** Closes all because of a failure that is about to be thrown; their own failures are added to it. */
    public static void closeAllAfter(Throwable failure, Iterable<? extends Closeable> all) {
        try {
            closeAll(all);
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static Throwable joined(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }
}
