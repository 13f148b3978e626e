package org.sss.io;

import org.sss.api.ByteSink;

/** Encoded tuples as lines of a file, made by {@link LineFormat}. One thread at a time. */
public interface TupleLines {
    /** What a file begins with. */
    default void begin(ByteSink out) {
    }

    /** Appends one tuple with the newline behind it. @throws org.sss.api.SssException CORRUPT when bytes are not of the type */
    void append(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out);
}
