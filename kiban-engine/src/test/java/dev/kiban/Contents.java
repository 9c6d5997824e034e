package dev.kiban;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a store holds, as maps of text: read in every way that there is, which must all agree. Stateless. */
final class Contents {

    private Contents() {}

    /** Entries by keyspace; keyspaces without entries are left out. */
    static Map<String, Map<String, String>> of(Kiban db) {
        return of(db, ReadOptions.latest());
    }

    static Map<String, Map<String, String>> of(Kiban db, ReadOptions at) {
        Map<String, Map<String, String>> contents = new TreeMap<>();
        for (String name : db.keyspaces()) {
            Map<String, String> entries = of(db.keyspace(name), at);
            if (!entries.isEmpty()) {
                contents.put(name, entries);
            }
        }
        return contents;
    }

    /** Entries of a keyspace, read forward, backward and by get. */
    static Map<String, String> of(Keyspace keyspace, ReadOptions at) {
        Map<String, String> entries = new TreeMap<>();
        List<String> keys = walk(keyspace, KeyRange.all(), at, entries);
        List<String> reversed = walk(keyspace, KeyRange.all().reversed(), at, new TreeMap<>(entries));
        Collections.reverse(reversed);
        assertThat(reversed).isEqualTo(keys);
        assertThat(keys).hasSameSizeAs(entries.keySet());
        // Plain comparisons: a store is read whole thousands of times in a test.
        entries.forEach((key, value) -> {
            byte[] found = keyspace.get(bytes(key), at);
            if (found == null || !value.equals(text(found))) {
                throw new AssertionError("get of " + key + " differs from what the cursor showed");
            }
        });
        return entries;
    }

    private static List<String> walk(Keyspace keyspace, KeyRange range, ReadOptions at, Map<String, String> entries) {
        List<String> keys = new ArrayList<>();
        try (Cursor cursor = keyspace.scan(range, at)) {
            while (cursor.next()) {
                String key = text(cursor.key());
                keys.add(key);
                String value = text(cursor.value());
                String other = entries.put(key, value);
                if (other != null && !other.equals(value)) {
                    throw new AssertionError("both ways show " + key + ", but with different values");
                }
            }
        }
        return keys;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
