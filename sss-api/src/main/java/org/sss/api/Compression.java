package org.sss.api;

/**
 * How the blocks of a group are compressed, from the writer's buffer to the disk and to the reader. A block that does not
 * become smaller stays as it is.
 */
public enum Compression {
    NONE,
    /** Cheap to make and cheaper to read: text becomes less than half. */
    LZ4,
    /** A third smaller than LZ4 on text, for several times the work. Needs its native library, which its jar brings. */
    ZSTD
}
