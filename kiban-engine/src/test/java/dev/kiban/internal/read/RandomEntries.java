package dev.kiban.internal.read;

import dev.kiban.internal.codec.EntryKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Entries over few odd keys, so that versions, prefixes, the empty key, 0x00 and 0xFF meet often. */
public final class RandomEntries {

    private static final byte[] ALPHABET = {0, 1, 'a', (byte) 0x7F, (byte) 0x80, (byte) 0xFF};

    private RandomEntries() {}

    public static byte[] key(SplittableRandom random) {
        byte[] key = new byte[random.nextInt(10) == 0 ? 7 + random.nextInt(4) : random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = key.length > 6 && i < 6 ? (byte) 'p' : ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return key;
    }

    /** Entries with the sequences given and the next ones, in order of sequence. */
    public static List<Entry> versions(SplittableRandom random, int count, long firstSequence) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean delete = random.nextInt(3) == 0;
            byte[] value = new byte[delete ? 0 : random.nextInt(5)];
            for (int j = 0; j < value.length; j++) {
                value[j] = (byte) random.nextInt();
            }
            int kind = delete ? EntryKind.DELETE : EntryKind.PUT;
            entries.add(new Entry(key(random), firstSequence + i, kind, value));
        }
        return entries;
    }
}
