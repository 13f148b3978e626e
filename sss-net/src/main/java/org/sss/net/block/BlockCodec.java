package org.sss.net.block;

import org.sss.api.Compression;
import org.sss.api.SssException;

/** Compresses the entries of one block at a time. Thread-safe. */
interface BlockCodec {
    Compression compression();

    /** What byte {@link BlockFormat#COMPRESSION_AT} of a block says. */
    byte id();

    /** The most that {@code length} bytes can become. */
    int maxCompressedBytes(int length);

    /**
     * @param into has room for {@link #maxCompressedBytes} from {@code at} on
     * @return the number of bytes written there
     */
    int compress(byte[] from, int offset, int length, byte[] into, int at);

    /**
     * Reads and writes nothing outside of the two ranges, whatever the bytes are.
     *
     * @return the number of bytes written to {@code into[at, at + room)}
     * @throws SssException {@link org.sss.api.ErrorCode#CORRUPT} when the bytes are malformed or become more than {@code room}
     */
    int decompress(byte[] from, int offset, int length, byte[] into, int at, int room);
}
