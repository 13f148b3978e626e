package org.sss.dataserver;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The keys of the records of a segment. Their byte order is: run by run, in a run by first key, then by block number;
 * after all runs the manifest.
 *
 * <pre>
 *   block:     u32 run, first key with 00 written as 00 FF, 00 00, u32 number of the block in its run
 *   manifest:  FF FF FF FF
 * </pre>
 *
 * A key that ends sorts before its extensions, because 00 00 is less than 00 FF and than any other byte.
 */
final class BlockKeys {
    private BlockKeys() {
    }

    /** Most bytes of the key of a block whose first key has {@code keyLength}. */
    static int mostBytes(int keyLength) {
        return 10 + 2 * keyLength;
    }

    /** Puts the key of a block at the position of {@code into}. */
    static void put(ByteBuffer into, int run, byte[] key, int offset, int length, int block) {
        into.putInt(run);
        putEscaped(into, key, offset, length);
        into.putInt(block);
    }

    /** The first possible key of {@code run}. */
    static byte[] startOf(int run) {
        return ByteBuffer.allocate(4).putInt(run).array();
    }

    /** Sorts after all blocks of {@code run} with a first key below {@code key}, before all others. */
    static byte[] before(int run, byte[] key) {
        ByteBuffer bytes = ByteBuffer.allocate(6 + 2 * key.length).putInt(run);
        putEscaped(bytes, key, 0, key.length);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    static byte[] manifest() {
        return startOf(-1);
    }

    private static void putEscaped(ByteBuffer into, byte[] key, int offset, int length) {
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
