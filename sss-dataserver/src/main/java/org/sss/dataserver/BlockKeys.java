package org.sss.dataserver;

import java.nio.ByteBuffer;
import org.sss.net.block.BigEndian;

/**
 * The keys of the records of a segment. Their byte order is: run by run, in a run by first key, then by block number.
 *
 * <pre>
 *   u32 run, first key with 00 written as 00 FF, 00 00, u32 number of the block in its run
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

    /** The number of the run in the key of a block. */
    static int run(byte[] stored) {
        return BigEndian.getInt(stored, 0);
    }

    /** The number of the block in the key {@code stored[0, length)}. */
    static int block(byte[] stored, int length) {
        return BigEndian.getInt(stored, length - 4);
    }

    /** Writes the first key of a block over {@code stored[0, length)}, the block's stored key; returns its length. */
    static int unescape(byte[] stored, int length) {
        int to = 0;
        for (int from = 4; from < length - 6; from++) {
            byte b = stored[from];
            stored[to++] = b;
            if (b == 0) {
                from++;
            }
        }
        return to;
    }

    /** Puts {@code key} so that the order of bytes stays whatever follows: at most {@code 2 * length + 2} bytes. */
    static void putEscaped(ByteBuffer into, byte[] key, int offset, int length) {
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
