package dev.kiban.internal.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0, as its public specification describes it. The hash is part of the file formats (filters,
 * fingerprints), so it never changes. Stateless.
 */
public final class XxHash64 {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    public static long hash(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long hash;
        if (length >= 32) {
            long a = P1;
            a += P2; // the specification's sum wraps on purpose
            long b = P2;
            long c = 0;
            long d = -P1;
            for (; at <= end - 32; at += 32) {
                a = round(a, (long) LONG.get(bytes, at));
                b = round(b, (long) LONG.get(bytes, at + 8));
                c = round(c, (long) LONG.get(bytes, at + 16));
                d = round(d, (long) LONG.get(bytes, at + 24));
            }
            hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
            hash = merge(merge(merge(merge(hash, a), b), c), d);
        } else {
            hash = P5;
        }
        hash += length;
        for (; at <= end - 8; at += 8) {
            hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(bytes, at)), 27) * P1 + P4;
        }
        if (at <= end - 4) {
            hash = Long.rotateLeft(hash ^ ((int) INT.get(bytes, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
            at += 4;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFF) * P5, 11) * P1;
        }
        hash = (hash ^ (hash >>> 33)) * P2;
        hash = (hash ^ (hash >>> 29)) * P3;
        return hash ^ (hash >>> 32);
    }

    private static long round(long accumulator, long input) {
        return Long.rotateLeft(accumulator + input * P2, 31) * P1;
    }

    private static long merge(long hash, long accumulator) {
        return (hash ^ round(0, accumulator)) * P1 + P4;
    }
}
