package org.sss.client.model;

import java.io.Serializable;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;

/** What keys and values of a group are, numbers or text, and how they are made of any number. */
record Type(boolean textKeys, boolean textValues) implements Serializable {
    private static final long PRIME = 1_000_003;
    private static final int LONG_TEXT = 5_000;

    /** A number for a key or value of either type. */
    static long number(Object object) {
        return object instanceof Long n ? n : object.hashCode();
    }

    /** One of {@code keys} many. */
    Object key(long number, int keys) {
        long n = Math.floorMod(number * PRIME, (long) keys);
        return textKeys ? "key " + n + "/" + "x".repeat((int) (n % 40)) : (Object) n;
    }

    Object value(long number) {
        return textValues ? text(number) : (Object) number;
    }

    /** Of all lengths; the order of chars is that of UTF-8. */
    private static String text(long n) {
        return Long.toString(n, Character.MAX_RADIX) + "\u00e9".repeat(Math.floorMod(n, 4))
                + (Math.floorMod(n, 997) == 0 ? "~".repeat(LONG_TEXT) : "");
    }

    @SuppressWarnings("unchecked")
    TupleGroup<Object, Object> group(String name) {
        Codec<?> keys = textKeys ? Codecs.STRING : Codecs.LONG;
        Codec<?> values = textValues ? Codecs.STRING : Codecs.LONG;
        return (TupleGroup<Object, Object>) TupleGroup.of(name, keys, values);
    }
}
