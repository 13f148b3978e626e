package org.sss.io;

import org.sss.api.Codec;

/**
 * The types of tuples, as {@link org.sss.api.Codec#name()} has them, such as {@code long} and {@code record(a:int)}.
 * Immutable.
 */
public record RecordTypes(String keys, String values) {
    /** Returns the types of codecs. */
    public static RecordTypes of(Codec<?> keys, Codec<?> values) {
        return new RecordTypes(keys.name(), values.name());
    }
}
