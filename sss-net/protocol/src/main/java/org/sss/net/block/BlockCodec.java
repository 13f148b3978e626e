package org.sss.net.block;

import org.sss.api.Compression;
import org.sss.api.SssException;

/** Compresses the entries of one block at a time. Thread-safe. */
interface BlockCodec {
    Compression compression();

    /** Value of byte {@link BlockFormat#COMPRESSION_AT} of a block. */
    byte id();

    /** Maximum compressed size of {@code length} bytes. */
    int maxCompressedBytes(int length);

    /**
     * @param into has at least {@link #maxCompressedBytes} bytes from offset {@code at}
     * @return number of bytes written
     */
    int compress(byte[] from, int offset, int length, byte[] into, int at);

    /**
     * Reads and writes nothing outside of the two ranges, even for malformed input.
     *
     * @return number of bytes written to {@code into[at, at + room)}
     * @throws SssException {@link org.sss.api.ErrorCode#CORRUPT} if the bytes are malformed or decompress to more than
     *     {@code room}
     */
    int decompress(byte[] from, int offset, int length, byte[] into, int at, int room);
}
