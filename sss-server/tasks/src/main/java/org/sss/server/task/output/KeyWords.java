package org.sss.server.task.output;

import org.sss.net.block.BigEndian;

/**
 * A short key as two words, big-endian, padded with zeros: hashed and compared without a branch that depends on its
 * length. Not thread-safe.
 */
final class KeyWords {
    static final int MAX_BYTES = 16;
    /** Masks of the first and second word, by key length. */
    private static final long[] FIRST_BITS = new long[MAX_BYTES + 1];

    private static final long[] SECOND_BITS = new long[MAX_BYTES + 1];

    static {
        for (int length = 1; length <= MAX_BYTES; length++) {
            FIRST_BITS[length] = length >= 8 ? -1L : -1L << 64 - 8 * length;
            SECOND_BITS[length] = length <= 8 ? 0 : -1L << 128 - 8 * length;
        }
    }

    /** Words of the key that was set last. */
    long first;

    long second;

    void set(long itsFirst, long itsSecond) {
        first = itsFirst;
        second = itsSecond;
    }

    void set(byte[] key, int offset, int length) {
        if (offset + MAX_BYTES <= key.length) {
            first = BigEndian.getLong(key, offset) & FIRST_BITS[length];
            second = BigEndian.getLong(key, offset + 8) & SECOND_BITS[length];
        } else {
            first = BigEndian.prefix(key, offset, length);
            second = length <= 8 ? 0 : BigEndian.getLong(key, offset + length - 8) << 128 - 8 * length;
        }
    }

    /** Sets the encoding of an ASCII string. Returns false for other strings. */
    boolean set(String key) {
        byte[] own = StringBytes.of(key);
        if (own != null) {
            set(own, 0, key.length());
        } else {
            setCharacters(key);
        }
        return StringBytes.isAscii(first | second);
    }

    /** Sets words that are not ASCII if the characters are not. */
    private void setCharacters(String key) {
        int length = key.length();
        long w1 = 0;
        long w2 = 0;
        int all = 0;
        int half = Math.min(length, 8);
        for (int i = 0; i < half; i++) {
            char c = key.charAt(i);
            all |= c;
            w1 = w1 << 8 | c;
        }
        for (int i = 8; i < length; i++) {
            char c = key.charAt(i);
            all |= c;
            w2 = w2 << 8 | c;
        }
        first = all > 0x7F ? -1 : w1 << 64 - 8 * half;
        second = length > 8 ? w2 << 128 - 8 * length : 0;
    }

    long hash(int length) {
        return hash(first, second, length);
    }

    /**
     * Folds the product of both words, like wyhash. Only for tables of a task: subgroups are computed by
     * {@code KeyHash}.
     */
    static long hash(long first, long second, int length) {
        long a = first ^ 0xA076_1D64_78BD_642FL;
        long b = second ^ 0xE703_7ED1_A0B4_28DBL + length;
        return a * b ^ Math.multiplyHigh(a, b);
    }

    /** Returns the second word of a key of at least eight bytes, which end at the end of the array. */
    static long second(byte[] key, int length) {
        return BigEndian.getLong(key, length - 8) << 128 - 8 * length & SECOND_BITS[length];
    }
}
