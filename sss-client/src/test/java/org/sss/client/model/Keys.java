package org.sss.client.model;

import java.io.Serializable;

/**
 * What a function emits.
 *
 * @param count of different keys
 * @param kept  each key is that of the tuple which is read, so that the values of a key come from one task; the types
 *     are the same
 */
record Keys(Type type, int count, boolean kept) implements Serializable {
    Object of(Object key, long number) {
        return kept ? key : type.key(number, count);
    }

    Object value(long number) {
        return type.value(number);
    }
}
