package dev.kiban.internal.commit;

import dev.kiban.internal.KeyspaceState;
import dev.kiban.internal.codec.ByteWriter;
import dev.kiban.internal.codec.Limits;
import dev.kiban.internal.codec.OperationCodec;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes of a batch, encoded as the log holds them. Not thread safe. */
public final class Operations {

    /** Id of the default keyspace in every store. */
    public static final int DEFAULT_KEYSPACE_ID = 0;

    private final ByteWriter encoded = new ByteWriter(256);
    private final Set<KeyspaceState> keyspaces = new HashSet<>();
    private int count;
    private long dataBytes;

    /**
     * @param keyspace null for the default one
     */
    public void put(@Nullable KeyspaceState keyspace, byte[] key, byte[] value) {
        reserve(key.length, value.length);
        OperationCodec.put(encoded, idOf(keyspace), key, value);
        count++;
        dataBytes += key.length + value.length;
    }

    /**
     * @param keyspace null for the default one
     */
    public void delete(@Nullable KeyspaceState keyspace, byte[] key) {
        reserve(key.length, 0);
        OperationCodec.delete(encoded, idOf(keyspace), key);
        count++;
        dataBytes += key.length;
    }

    public int count() {
        return count;
    }

    public long size() {
        return encoded.size();
    }

    /** Bytes of keys and values. */
    public long dataBytes() {
        return dataBytes;
    }

    public void clear() {
        encoded.clear();
        keyspaces.clear();
        count = 0;
        dataBytes = 0;
    }

    /** Keyspaces other than the default one that are written to. */
    public Collection<KeyspaceState> keyspaces() {
        return keyspaces;
    }

    ByteWriter encoded() {
        return encoded;
    }

    private int idOf(@Nullable KeyspaceState keyspace) {
        if (keyspace == null) {
            return DEFAULT_KEYSPACE_ID;
        }
        keyspaces.add(keyspace);
        return keyspace.id();
    }

    private void reserve(int keyLength, int valueLength) {
        if ((long) encoded.size() + keyLength + valueLength + OperationCodec.MAX_OVERHEAD > Limits.MAX_BATCH_SIZE) {
            throw new IllegalArgumentException("the batch would exceed " + Limits.MAX_BATCH_SIZE
                    + " bytes; write it in parts of which each is applied whole");
        }
    }
}
