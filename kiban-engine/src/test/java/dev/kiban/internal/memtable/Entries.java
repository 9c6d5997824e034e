package dev.kiban.internal.memtable;

import dev.kiban.internal.codec.EntryIterator;
import java.util.Arrays;

/** Puts and reads whole entries, for tests. */
final class Entries {

    private Entries() {}

    /** As from a WAL payload: something before, between and after key and value. */
    static void put(Memtable memtable, byte[] key, byte[] value, long sequence, int kind) {
        byte[] payload = new byte[3 + key.length + 2 + value.length + 1];
        Arrays.fill(payload, (byte) 0xA5);
        System.arraycopy(key, 0, payload, 3, key.length);
        System.arraycopy(value, 0, payload, 5 + key.length, value.length);
        memtable.put(payload, 3, key.length, sequence, kind, 5 + key.length, value.length);
        Arrays.fill(payload, (byte) 0x5A); // the memtable has its own copy
    }

    static byte[] key(EntryIterator at) {
        return Arrays.copyOf(at.key(), at.keyLength());
    }

    static byte[] value(EntryIterator at) {
        return Arrays.copyOfRange(at.value(), at.valueOffset(), at.valueOffset() + at.valueLength());
    }
}
