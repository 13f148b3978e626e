package org.sss.dataserver.segment;

import java.nio.ByteBuffer;
import org.sss.dataserver.index.IndexPage;

/**
 * The keys of the records of a segment. Their byte order is: run by run, in a run by first key, then by block number.
 * Of a long first key they have a prefix: the inner nodes of each run that is being written are in memory, and have
 * these keys.
 *
 * <pre>
 *   u32 run, first key or 1024 bytes of it, with 00 written as 00 FF, 00 00, u32 number of the block in its run
 * </pre>
 *
 * A key that ends sorts before its extensions, because 00 00 is less than 00 FF and than any other byte.
 */
public final class BlockKeys {
    private BlockKeys() {}

    /** Returns the maximum bytes of the key of a block whose first key has {@code keyLength} bytes. */
    static int maxBytes(int keyLength) {
        return 10 + 2 * storedLength(keyLength);
    }

    /** Writes the key of a block at the position of {@code into}. */
    static void put(ByteBuffer into, int run, byte[] key, int offset, int length, int block) {
        into.putInt(run);
        putEscaped(into, key, offset, storedLength(length));
        into.putInt(block);
    }

    private static int storedLength(int keyLength) {
        return Math.min(keyLength, IndexPage.MAX_KEY_BYTES);
    }

    /**
     * Writes {@code key} so that the byte order does not depend on what follows: at most {@code 2 * length + 2} bytes.
     */
    public static void putEscaped(ByteBuffer into, byte[] key, int offset, int length) {
        int copied = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (key[i] == 0) {
                into.put(key, copied, i + 1 - copied).put((byte) 0xFF);
                copied = i + 1;
            }
        }
        into.put(key, copied, end - copied).putShort((short) 0);
    }
}
