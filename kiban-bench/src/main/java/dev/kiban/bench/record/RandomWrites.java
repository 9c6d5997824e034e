package dev.kiban.bench.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The workload: every thread overwrites random keys of a range of its own, so that the last write of each key is known
 * without asking the store. A value follows from its key and the number of the write. Immutable.
 *
 * @param keys how many keys there are
 * @param keyBytes at least 8; the key's number stands big-endian in the last eight
 * @param valueBytes of each value
 * @param threads that share the keys
 * @param seed of order and values
 */
record RandomWrites(int keys, int keyBytes, int valueBytes, int threads, long seed) {

    private static final VarHandle KEY = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle VALUE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long STEP = 0x9E3779B97F4A7C15L;

    RandomWrites {
        if (threads < 1 || keys < threads) {
            throw new IllegalArgumentException("each of " + threads + " threads needs a key of its own, not " + keys);
        }
        if (keyBytes < Long.BYTES || valueBytes < 0) {
            throw new IllegalArgumentException("keys need at least 8 bytes, values at least 0");
        }
    }

    /** First key of a thread's range, which ends where the next thread's begins. */
    int firstKey(int thread) {
        return (int) ((long) keys * thread / threads);
    }

    byte[] key(int number) {
        byte[] key = new byte[keyBytes];
        KEY.set(key, keyBytes - Long.BYTES, (long) number);
        return key;
    }

    /** @param write which write of its thread, 1 for the first */
    byte[] value(int number, long write) {
        byte[] value = new byte[valueBytes];
        long state = mix(seed ^ mix(number * STEP ^ write));
        int at = 0;
        for (; at <= valueBytes - Long.BYTES; at += Long.BYTES) {
            state += STEP;
            VALUE.set(value, at, mix(state));
        }
        for (; at < valueBytes; at++) {
            value[at] = (byte) (state >>> (at % Long.BYTES * Byte.SIZE));
        }
        return value;
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
