package org.sss.api;

/**
 * Compression of the blocks of a group: on the network, on disk and up to the reader. A block that does not become
 * smaller is stored uncompressed.
 */
public enum Compression {
    NONE,
    /** Fast to compress and faster to decompress; reduces text to less than half. */
    LZ4,
    /**
     * A third smaller than LZ4 on text, at several times the processor time. Needs a native library, which is in its
     * jar.
     */
    ZSTD
}
