package org.sss.benchmarks.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A checksum of one record over each of its bytes; the sum of those of all records does not depend on their order. Cheap,
 * about one cycle for 8 bytes, because each reader computes it while it is timed. Stateless.
 */
public final class Checksum {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long WEIGHT_STEP = 2 * Mix.GAMMA;

    private Checksum() {
    }

    public static long of(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        long keySum = sum(key, keyOffset, keyLength) + keyLength;
        return Mix.mix64(Mix.mix64(keySum) + sum(value, valueOffset, valueLength) + valueLength);
    }

    /** The little-endian words of the bytes, folded, each times its own odd number; the last word is filled with zeros. */
    private static long sum(byte[] bytes, int offset, int length) {
        long sum = 0;
        long weight = 1;
        int at = offset;
        for (int end = offset + (length & -8); at < end; at += 8, weight += WEIGHT_STEP) {
            sum += folded((long) LONG.get(bytes, at)) * weight;
        }
        return (length & 7) == 0 ? sum : sum + folded(rest(bytes, at, length & 7)) * weight;
    }

    /** A product's low bits are all that is kept of it, so that the high bits of a factor are to be in its low ones too. */
    private static long folded(long word) {
        return word ^ word >>> 32;
    }

    private static long rest(byte[] bytes, int offset, int length) {
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << 8 | bytes[offset + i] & 0xFF;
        }
        return word;
    }
}
