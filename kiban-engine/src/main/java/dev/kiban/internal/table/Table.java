package dev.kiban.internal.table;

import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A live table: what the MANIFEST knows of it, and its reader, opened when it is first needed. Versions share one handle.
 * Thread safe, except that {@link #close} needs every reader of the table to be gone.
 */
public final class Table implements Closeable {

    private static final String SUFFIX = ".sst";

    private final TableMeta meta;
    private final @Nullable TableSource source;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable TableReader reader;
    private volatile boolean closed;

    /** A handle without a file, for code that looks at {@link #meta()} only. */
    public Table(TableMeta meta) {
        this(meta, null);
    }

    public Table(TableMeta meta, @Nullable TableSource source) {
        this.meta = meta;
        this.source = source;
    }

    /** The name of a table's file. */
    public static String fileName(long number) {
        return String.format(Locale.ROOT, "%06d" + SUFFIX, number);
    }

    /** The number in a table file's name, or -1 when the name is not one. */
    public static long numberOf(String fileName) {
        int digits = fileName.length() - SUFFIX.length();
        if (!fileName.endsWith(SUFFIX) || digits < 6 || digits > 18) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < digits; i++) {
            int digit = fileName.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return fileName.equals(fileName(number)) ? number : -1;
    }

    public TableMeta meta() {
        return meta;
    }

    /**
     * The reader, opened by the first call; after a failed open the next call tries again.
     *
     * @throws IllegalStateException after {@link #close}
     */
    public TableReader reader() throws IOException {
        TableReader open = reader;
        return open != null ? open : open();
    }

    /** Heap bytes of the index; 0 until the reader is open. */
    public long indexBytes() {
        TableReader open = reader;
        return open == null ? 0 : open.indexBytes();
    }

    /** Heap bytes of the filter; 0 until the reader is open. */
    public long filterBytes() {
        TableReader open = reader;
        return open == null ? 0 : open.filterBytes();
    }

    /** Closes the reader, if it is open. Idempotent. */
    @Override
    public void close() throws IOException {
        opening.lock();
        try {
            closed = true;
            TableReader open = reader;
            reader = null;
            if (open != null) {
                open.close();
            }
        } finally {
            opening.unlock();
        }
    }

    private TableReader open() throws IOException {
        opening.lock();
        try {
            if (closed) {
                throw new IllegalStateException("table " + meta.number() + " is closed");
            }
            TableReader open = reader;
            if (open == null) {
                if (source == null) {
                    throw new IllegalStateException("table " + meta.number() + " has no file");
                }
                open = source.open(meta);
                reader = open;
            }
            return open;
        } finally {
            opening.unlock();
        }
    }
}
