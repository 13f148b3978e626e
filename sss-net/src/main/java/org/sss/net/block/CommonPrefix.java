package org.sss.net.block;

import java.util.Arrays;

/**
 * Bytes with which all keys of a merge begin, as far as its blocks were read: what orders the keys lies behind them. It
 * becomes shorter when a block comes that ends with another beginning. One thread at a time.
 */
final class CommonPrefix {
    private byte[] bytes = {};
    private int length;

    int length() {
        return length;
    }

    /** Before anything is included: all of {@code key}. */
    void begin(RunCursor cursor) {
        bytes = Arrays.copyOfRange(cursor.keyArray(), cursor.keyOffset(), cursor.keyOffset() + cursor.keyLength());
        length = bytes.length;
    }

    /** Includes the current key and all behind it in the block. */
    void include(RunCursor cursor) {
        int most = Math.min(length, cursor.keyLength());
        int at = cursor.keyOffset();
        int differs = Arrays.mismatch(bytes, 0, most, cursor.keyArray(), at, at + most);
        length = differs < 0 ? most : differs;
        includeUpToEnd(cursor.block());
    }

    /** Includes all keys of a block if the one before it was included: what lies between two keys begins as both do. */
    void includeUpToEnd(BlockReader block) {
        if (length > 0) {
            length = block.commonWithLastKey(bytes, length);
        }
    }
}
