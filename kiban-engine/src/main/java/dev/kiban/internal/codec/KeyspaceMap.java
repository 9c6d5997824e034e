package dev.kiban.internal.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map from keyspace ids to values, in ascending order of the ids: a binary search over an {@code int[]}, without
 * boxing on the read path.
 *
 * @param <T> what is kept for a keyspace
 */
public final class KeyspaceMap<T> {

    private final int[] ids;
    private final Object[] values;

    private KeyspaceMap(int[] ids, Object[] values) {
        this.ids = ids;
        this.values = values;
    }

    /** A map without entries. */
    public static <T> KeyspaceMap<T> empty() {
        return new KeyspaceMap<>(new int[0], new Object[0]);
    }

    public int size() {
        return ids.length;
    }

    /** The id at a position, 0 to {@link #size()} - 1, ascending. */
    public int idAt(int position) {
        return ids[position];
    }

    /** The value at a position, 0 to {@link #size()} - 1. */
    @SuppressWarnings("unchecked")
    public T valueAt(int position) {
        return (T) values[position];
    }

    /** The value of the id, or null. */
    public @Nullable T get(int id) {
        if (ids.length == 1) {
            return ids[0] == id ? valueAt(0) : null;
        }
        int position = Arrays.binarySearch(ids, id);
        return position < 0 ? null : valueAt(position);
    }

    /** This map with the id's value set. */
    public KeyspaceMap<T> with(int id, T value) {
        int position = Arrays.binarySearch(ids, id);
        if (position >= 0) {
            Object[] copy = values.clone();
            copy[position] = value;
            return new KeyspaceMap<>(ids, copy);
        }
        int at = -position - 1;
        int[] newIds = new int[ids.length + 1];
        Object[] newValues = new Object[ids.length + 1];
        System.arraycopy(ids, 0, newIds, 0, at);
        System.arraycopy(values, 0, newValues, 0, at);
        newIds[at] = id;
        newValues[at] = value;
        System.arraycopy(ids, at, newIds, at + 1, ids.length - at);
        System.arraycopy(values, at, newValues, at + 1, ids.length - at);
        return new KeyspaceMap<>(newIds, newValues);
    }

    /** This map without the id. */
    public KeyspaceMap<T> without(int id) {
        int position = Arrays.binarySearch(ids, id);
        if (position < 0) {
            return this;
        }
        int[] newIds = new int[ids.length - 1];
        Object[] newValues = new Object[ids.length - 1];
        System.arraycopy(ids, 0, newIds, 0, position);
        System.arraycopy(values, 0, newValues, 0, position);
        System.arraycopy(ids, position + 1, newIds, position, newIds.length - position);
        System.arraycopy(values, position + 1, newValues, position, newIds.length - position);
        return new KeyspaceMap<>(newIds, newValues);
    }
}
