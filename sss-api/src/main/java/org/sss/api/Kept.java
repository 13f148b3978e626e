package org.sss.api;

/** Values that outlive the call which they were given to. Stateless. */
final class Kept {
    private Kept() {
    }

    /** The value itself, or a copy of one that is used again for the next value. */
    @SuppressWarnings("unchecked")
    static <V> V of(V value) {
        return value instanceof Bytes bytes ? (V) bytes.copy() : value;
    }
}
