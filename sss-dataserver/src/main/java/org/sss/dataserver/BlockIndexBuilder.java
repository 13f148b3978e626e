package org.sss.dataserver;

import java.util.Arrays;
import org.sss.net.block.BigEndian;

/** Collects the blocks of one run, in any order, and makes their {@link BlockIndex}. One thread at a time. */
final class BlockIndexBuilder {
    private byte[] entries;
    /** Where the key of each block begins in {@code keys}; a block without a key was not set. */
    private int[] keyAt;
    private int[] keyLength;
    private byte[] keys = new byte[256];
    private int keyBytes;
    private int blocks;
    private int set;

    /** @param expectedBlocks there may be more */
    BlockIndexBuilder(int expectedBlocks) {
        int capacity = Math.max(8, expectedBlocks);
        entries = new byte[capacity * BlockIndex.ENTRY_BYTES];
        keyAt = new int[capacity];
        keyLength = new int[capacity];
        Arrays.fill(keyLength, -1);
    }

    /**
     * @param block    its number in key order, from 0
     * @param flags    of {@link BlockIndex}
     * @param key      its first key is {@code key[keyOffset, + keyLength)}
     */
    void set(int block, long offset, int length, int tuples, int flags, byte[] key, int keyOffset, int keyLength) {
        ensure(block);
        int entry = block * BlockIndex.ENTRY_BYTES;
        BigEndian.putLong(entries, entry, offset);
        BigEndian.putInt(entries, entry + BlockIndex.LENGTH_AT, length);
        BigEndian.putInt(entries, entry + BlockIndex.TUPLES_AT, tuples);
        boolean cut = keyLength > BlockIndex.MAX_KEY_BYTES;
        BigEndian.putInt(entries, entry + BlockIndex.FLAGS_AT, flags | (cut ? BlockIndex.FLAG_KEY_CUT : 0));
        addKey(block, key, keyOffset, Math.min(keyLength, BlockIndex.MAX_KEY_BYTES));
        blocks = Math.max(blocks, block + 1);
        set++;
    }

    private void addKey(int block, byte[] key, int offset, int length) {
        if (keys.length - keyBytes < length) {
            keys = Arrays.copyOf(keys, Math.max(2 * keys.length, keyBytes + length));
        }
        System.arraycopy(key, offset, keys, keyBytes, length);
        keyAt[block] = keyBytes;
        keyLength[block] = length;
        keyBytes += length;
    }

    private void ensure(int block) {
        if (block >= keyAt.length) {
            int capacity = Math.max(block + 1, 2 * keyAt.length);
            int old = keyAt.length;
            entries = Arrays.copyOf(entries, capacity * BlockIndex.ENTRY_BYTES);
            keyAt = Arrays.copyOf(keyAt, capacity);
            keyLength = Arrays.copyOf(keyLength, capacity);
            Arrays.fill(keyLength, old, capacity, -1);
        }
    }

    /** How often {@link #set} was called. */
    int setCount() {
        return set;
    }

    /** Bytes of the index. */
    int bytes() {
        return blocks * BlockIndex.ENTRY_BYTES + keyBytes;
    }

    /**
     * Writes the index to {@code into[at, at + bytes())}.
     *
     * @throws IllegalStateException when a block below the last one was not set
     */
    BlockIndex build(byte[] into, int at) {
        int keysAt = at + blocks * BlockIndex.ENTRY_BYTES;
        System.arraycopy(entries, 0, into, at, blocks * BlockIndex.ENTRY_BYTES);
        int end = 0;
        for (int block = 0; block < blocks; block++) {
            if (keyLength[block] < 0) {
                throw new IllegalStateException("block " + block + " of " + blocks + " was not set");
            }
            System.arraycopy(keys, keyAt[block], into, keysAt + end, keyLength[block]);
            end += keyLength[block];
            BigEndian.putInt(into, at + block * BlockIndex.ENTRY_BYTES + BlockIndex.KEY_END_AT, end);
        }
        return new BlockIndex(into, at, blocks);
    }

    /** An index in memory of its own. */
    BlockIndex build() {
        return build(new byte[bytes()], 0);
    }
}
