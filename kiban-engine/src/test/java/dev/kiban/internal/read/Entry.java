package dev.kiban.internal.read;

import dev.kiban.internal.codec.EntryKind;
import dev.kiban.internal.codec.Keys;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/** One version of a key, for tests. */
@SuppressWarnings("ArrayRecordComponent")
public record Entry(byte[] key, long sequence, int kind, byte[] value) {

    public static final Comparator<Entry> ORDER =
            Comparator.comparing(Entry::key, Keys::compare).thenComparing(Entry::sequence, Comparator.reverseOrder());

    public static Entry put(String key, long sequence, String value) {
        return new Entry(bytes(key), sequence, EntryKind.PUT, bytes(value));
    }

    public static Entry delete(String key, long sequence) {
        return new Entry(bytes(key), sequence, EntryKind.DELETE, new byte[0]);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return text(key) + "@" + sequence + (kind == EntryKind.DELETE ? " deleted" : "=" + text(value));
    }
}
