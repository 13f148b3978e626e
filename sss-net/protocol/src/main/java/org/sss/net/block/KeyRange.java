package org.sss.net.block;

import java.util.Arrays;

/** Encoded keys from {@code from}, inclusive, to {@code to}, exclusive; null means unbounded. Immutable. */
public record KeyRange(byte[] from, byte[] to) {
    public static final KeyRange ALL = new KeyRange(null, null);

    public boolean isAll() {
        return from == null && to == null;
    }

    /** Returns the range of exactly one key: the next key in order is this key with a zero byte appended. */
    public static KeyRange only(byte[] key) {
        return new KeyRange(key, Arrays.copyOf(key, key.length + 1));
    }

    /** Returns the range of all keys that start with {@code prefix}. */
    public static KeyRange prefix(byte[] prefix) {
        return new KeyRange(prefix, firstAfter(prefix));
    }

    /** Returns the intersection of both ranges. */
    public KeyRange and(KeyRange other) {
        byte[] low =
                from == null || other.from != null && Arrays.compareUnsigned(other.from, from) > 0 ? other.from : from;
        byte[] high = to == null || other.to != null && Arrays.compareUnsigned(other.to, to) < 0 ? other.to : to;
        return new KeyRange(low, high);
    }

    /** Returns true if {@code key} and all keys above it are outside. */
    public boolean endsBefore(byte[] key, int offset, int length) {
        return to != null && Arrays.compareUnsigned(to, 0, to.length, key, offset, offset + length) <= 0;
    }

    /** Returns the smallest key above all that start with {@code prefix}; null if there is none, as after FF FF. */
    private static byte[] firstAfter(byte[] prefix) {
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
