package org.sss.io;

import java.io.IOException;

/** Writes encoded tuples to a file; created by {@link RecordFormat#writer}. For one thread. */
public interface RecordWriter {
    /**
     * Writes one tuple, or buffers it.
     *
     * @throws org.sss.api.SssException CORRUPT if the bytes are not of the type; the tuple is then not written
     */
    void write(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength)
            throws IOException;

    /** Writes what is buffered, and the end of the file. Called once, after the last tuple. */
    void finish() throws IOException;
}
