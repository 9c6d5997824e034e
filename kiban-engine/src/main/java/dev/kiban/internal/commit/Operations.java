package dev.kiban.internal.commit;

import dev.kiban.internal.KeyspaceState;
import org.jspecify.annotations.Nullable;

/** Stub of the seam; replaced with the commit package. */
public final class Operations {
    public void put(@Nullable KeyspaceState keyspace, byte[] key, byte[] value) {
        throw new UnsupportedOperationException();
    }

    public void delete(@Nullable KeyspaceState keyspace, byte[] key) {
        throw new UnsupportedOperationException();
    }

    public int count() {
        return 0;
    }

    public long size() {
        return 0;
    }

    public void clear() {}
}
