package org.sss.client;

import java.util.Arrays;

/** Encoded keys from {@code from}, inclusive, to {@code to}, exclusive; null is open. Immutable. */
record KeyRange(byte[] from, byte[] to) {
    static final KeyRange ALL = new KeyRange(null, null);

    boolean isAll() {
        return from == null && to == null;
    }

    /** Exactly one key: the next one in order is the key with a zero byte behind. */
    static KeyRange only(byte[] key) {
        return new KeyRange(key, Arrays.copyOf(key, key.length + 1));
    }

    static KeyRange prefix(byte[] prefix) {
        return new KeyRange(prefix, firstBehind(prefix));
    }

    KeyRange and(KeyRange other) {
        byte[] low = from == null || other.from != null && Arrays.compareUnsigned(other.from, from) > 0 ? other.from : from;
        byte[] high = to == null || other.to != null && Arrays.compareUnsigned(other.to, to) < 0 ? other.to : to;
        return new KeyRange(low, high);
    }

    /** Whether {@code key} and all above it are outside. */
    boolean endsBefore(byte[] key, int offset, int length) {
        return to != null && Arrays.compareUnsigned(to, 0, to.length, key, offset, offset + length) <= 0;
    }

    /** The smallest key above all that begin with {@code prefix}; null when there is none, as behind FF FF. */
    private static byte[] firstBehind(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xFF) {
                byte[] next = Arrays.copyOf(prefix, last + 1);
                next[last]++;
                return next;
            }
        }
        return null;
    }
}
