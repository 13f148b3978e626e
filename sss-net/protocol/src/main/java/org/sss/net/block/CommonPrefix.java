package org.sss.net.block;

import java.util.Arrays;

/**
 * The common prefix of all keys of a merge in the blocks read so far: the order of the keys depends only on the bytes
 * after it. It becomes shorter when a block with a different prefix is read. One thread at a time.
 */
final class CommonPrefix {
    private byte[] bytes = {};
    private int length;

    int length() {
        return length;
    }

    /** Initially the prefix is the whole key. */
    void init(RunCursor cursor) {
        bytes = Arrays.copyOfRange(cursor.keyArray(), cursor.keyOffset(), cursor.keyOffset() + cursor.keyLength());
        length = bytes.length;
    }

    /** Includes the current key and all later ones in the block. */
    void include(RunCursor cursor) {
        int max = Math.min(length, cursor.keyLength());
        int at = cursor.keyOffset();
        int differs = Arrays.mismatch(bytes, 0, max, cursor.keyArray(), at, at + max);
        length = differs < 0 ? max : differs;
        includeUpToEnd(cursor.block());
    }

    /**
     * Includes all keys of a block if the block before was included: keys between two keys share their common prefix.
     */
    void includeUpToEnd(BlockReader block) {
        if (length > 0) {
            length = block.commonWithLastKey(bytes, length);
        }
    }
}
