package org.sss.io;

import org.sss.api.ByteSink;

/** Writes encoded tuples as lines of a file; created by {@link LineFormat}. Not thread-safe. */
public interface TupleLines {
    /** Writes the header of a file. */
    default void start(ByteSink out) {}

    /** Appends one tuple and a newline.
     *
     * @throws org.sss.api.SssException CORRUPT if the bytes are not of the type */
    void append(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength, ByteSink out);
}
