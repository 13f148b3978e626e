package org.sss.client.model;

import java.io.Serializable;
import java.util.Random;
import org.sss.api.TupleGroup;

/** What keys and values of a group are, and how they are made of any number. */
record Type(Kind keys, Kind values) implements Serializable {
    private static final long PRIME = 1_000_003;

    static Type any(Random random) {
        return new Type(anyKind(random), anyKind(random));
    }

    /** Half of all are longs or text, so that there are groups of the same type. */
    static Kind anyKind(Random random) {
        return Kind.values()[random.nextBoolean() ? random.nextInt(2) : random.nextInt(Kind.values().length)];
    }

    /** A number for a key or value of any kind. */
    static long number(Object object) {
        return Kind.number(object);
    }

    /** One of {@code count} many. */
    Object key(long number, int count) {
        return keys.key(Math.floorMod(number * PRIME, (long) count));
    }

    Object value(long number) {
        return values.value(number);
    }

    @SuppressWarnings("unchecked")
    TupleGroup<Object, Object> group(String name) {
        return (TupleGroup<Object, Object>) TupleGroup.of(name, keys.codec(), values.codec());
    }
}
