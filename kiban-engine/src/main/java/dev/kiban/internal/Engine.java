package dev.kiban.internal;

import dev.kiban.Durability;
import dev.kiban.KeyRange;
import dev.kiban.KibanListener;
import dev.kiban.KibanOptions;
import dev.kiban.event.TableSet;
import dev.kiban.internal.commit.Operations;
import dev.kiban.internal.fs.FileSystem;
import dev.kiban.internal.read.RangeCursor;
import dev.kiban.internal.version.SnapshotPoint;
import dev.kiban.metrics.KibanMetrics;
import dev.kiban.trace.TraceOptions;
import dev.kiban.trace.TraceSession;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stub of the seam: signatures only, filled in next. */
public final class Engine {
    private static UnsupportedOperationException stub() {
        return new UnsupportedOperationException("stub");
    }

    public static Engine open(FileSystem fs, Path directory, KibanOptions options) {
        throw stub();
    }

    public KeyspaceState keyspace(String name) {
        throw stub();
    }

    public List<String> keyspaceNames() {
        throw stub();
    }

    public boolean dropKeyspace(String name) {
        throw stub();
    }

    public void put(KeyspaceState keyspace, byte[] key, byte[] value, Durability durability) {
        throw stub();
    }

    public void delete(KeyspaceState keyspace, byte[] key, Durability durability) {
        throw stub();
    }

    public byte @Nullable [] get(KeyspaceState keyspace, byte[] key, @Nullable SnapshotPoint at) {
        throw stub();
    }

    public RangeCursor scan(KeyspaceState keyspace, KeyRange range, @Nullable SnapshotPoint at) {
        throw stub();
    }

    public void writeBatch(Operations operations, Durability durability) {
        throw stub();
    }

    public void sync() {
        throw stub();
    }

    public SnapshotPoint snapshot() {
        throw stub();
    }

    public void flush() {
        throw stub();
    }

    public void compact() {
        throw stub();
    }

    public KibanMetrics metrics() {
        throw stub();
    }

    public TableSet tables() {
        throw stub();
    }

    public KibanOptions options() {
        throw stub();
    }

    public Path path() {
        throw stub();
    }

    public void addListener(KibanListener listener) {
        throw stub();
    }

    public void removeListener(KibanListener listener) {
        throw stub();
    }

    public TraceSession startTrace(TraceOptions options) {
        throw stub();
    }

    public boolean isClosed() {
        throw stub();
    }

    public void close() {
        throw stub();
    }
}
