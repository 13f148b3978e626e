package org.sss.client.code;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the code of one method refers to, and what a static initializer assigns. Filled by one thread, then immutable.
 */
final class MethodCode {
    /** A field or method; the type is a descriptor. */
    record Ref(String owner, String name, String type) {}

    /** What a static initializer certainly assigns to a field: a number or text, or an object without content. */
    enum Empty {
        EMPTY
    }

    final boolean isStatic;
    final Set<Ref> reads = new LinkedHashSet<>();
    final Set<Ref> writes = new LinkedHashSet<>();
    /** Methods that are called, and those of lambdas and method references. */
    final Set<Ref> calls = new LinkedHashSet<>();
    /** Whether elements of arrays are assigned. */
    boolean storesElements;
    /** Assigned values that are certain: numbers, texts, {@link Empty}. */
    final Map<Ref, Object> assigned = new HashMap<>();

    MethodCode(boolean isStatic) {
        this.isStatic = isStatic;
    }

    void assign(Ref field, Object value) {
        if (!writes.add(field) || value == null) {
            assigned.remove(field);
        } else {
            assigned.put(field, value);
        }
    }
}
