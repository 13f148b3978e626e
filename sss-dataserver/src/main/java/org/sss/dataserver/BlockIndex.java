package org.sss.dataserver;

import java.util.Arrays;
import org.sss.net.block.BigEndian;

/**
 * The blocks of one run in key order, numbered from 0: where each lies, what is in it, its first key. It is a view of the
 * bytes that a segment file has for it, so it costs {@value #ENTRY_BYTES} bytes and a key per block and no object. Immutable,
 * thread-safe. Made by {@link BlockIndexBuilder}.
 *
 * <pre>
 *   for each block:  u64 offset, u32 length, u32 tuples, u32 end of its key in the keys, u32 flags
 *   keys:            the first key of each block, of long ones the first 1024 bytes
 *   flags:           1  the block goes on with a value that the block before began
 *                    2  its first key is the last key of the block before
 *                    4  its first key is longer than what is here
 * </pre>
 *
 * <p>A point read of a key looks at the blocks {@code firstBlock(key)} to {@code endBlock(key)}, exclusive: usually one, more
 * when values of the key fill several. A block with a key above it ends the search.
 */
final class BlockIndex {
    static final int ENTRY_BYTES = 24;
    static final int MAX_KEY_BYTES = 1024;

    static final int LENGTH_AT = 8;
    static final int TUPLES_AT = 12;
    static final int KEY_END_AT = 16;
    static final int FLAGS_AT = 20;

    static final int FLAG_CONTINUES_PREVIOUS = 1;
    static final int FLAG_KEY_GOES_ON = 2;
    static final int FLAG_KEY_CUT = 4;

    private final byte[] bytes;
    private final int entriesAt;
    private final int keysAt;
    private final int blocks;

    /** @param entriesAt where the entries begin in {@code bytes}, which is referred to and not copied */
    BlockIndex(byte[] bytes, int entriesAt, int blocks) {
        this.bytes = bytes;
        this.entriesAt = entriesAt;
        this.blocks = blocks;
        keysAt = entriesAt + blocks * ENTRY_BYTES;
    }

    int blocks() {
        return blocks;
    }

    /** Of its first byte in the file; what it means elsewhere is up to who made the index. */
    long offset(int block) {
        return BigEndian.getLong(bytes, entry(block));
    }

    /** Bytes of the block. */
    int length(int block) {
        return BigEndian.getInt(bytes, entry(block) + LENGTH_AT);
    }

    /** Values that end in the block. */
    int tuples(int block) {
        return BigEndian.getInt(bytes, entry(block) + TUPLES_AT);
    }

    /** Whether the block goes on with a value that the block before began. */
    boolean continuesPrevious(int block) {
        return has(block, FLAG_CONTINUES_PREVIOUS);
    }

    /** Whether the first key of the block is also the last key of the block before. */
    boolean keyGoesOn(int block) {
        return has(block, FLAG_KEY_GOES_ON);
    }

    /** The first block that may have {@code key}, or keys above it; {@link #endBlock} tells whether there is one. */
    int firstBlock(byte[] key) {
        int notBelow = search(key, 0, false);
        boolean startsThere = notBelow == 0
                || notBelow < blocks && compare(notBelow, key) == 0 && !has(notBelow, FLAG_KEY_GOES_ON | FLAG_KEY_CUT);
        return startsThere ? notBelow : notBelow - 1;
    }

    /** Behind the last block that may have {@code key}; not above {@link #firstBlock} when no block has it. */
    int endBlock(byte[] key) {
        return search(key, 1, true);
    }

    /** Behind the last block that may have keys below {@code key}. */
    int endBelow(byte[] key) {
        return search(key, 0, true);
    }

    /** Whether the block may have {@code key} as its first key: sure when it is not longer than what is kept of keys. */
    boolean mayBegin(int block, byte[] key) {
        return compare(block, key) == 0;
    }

    /** First of the blocks that may have keys of {@code range}. */
    int firstBlock(KeyRange range) {
        return range.from() == null ? 0 : firstBlock(range.from());
    }

    /** Behind the last of the blocks that may have keys of {@code range}; never below the first one. */
    int endBlock(KeyRange range) {
        return range.to() == null ? blocks : Math.max(firstBlock(range), endBelow(range.to()));
    }

    /**
     * The first block whose first key compares to {@code key} as {@code least} or more.
     *
     * @param cutIsBelow whether a key that was cut and is the same as far as it is known counts as below
     */
    private int search(byte[] key, int least, boolean cutIsBelow) {
        int low = 0;
        int high = blocks;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = compare(middle, key);
            boolean unknown = order == 0 && has(middle, FLAG_KEY_CUT);
            if (unknown ? cutIsBelow : order < least) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Order of the first key against {@code key}: -1, 0, 1; of a key that was cut, 0 if {@code key} is as long and begins alike. */
    private int compare(int block, byte[] key) {
        int from = keyFrom(block);
        int length = keyTo(block) - from;
        boolean cut = has(block, FLAG_KEY_CUT) && key.length > length;
        int compared = cut ? length : key.length;
        int order = Integer.signum(Arrays.compareUnsigned(bytes, from, from + length, key, 0, compared));
        return order == 0 && !cut && has(block, FLAG_KEY_CUT) ? 1 : order;
    }

    private int keyFrom(int block) {
        return block == 0 ? keysAt : keyTo(block - 1);
    }

    private int keyTo(int block) {
        return keysAt + BigEndian.getInt(bytes, entry(block) + KEY_END_AT);
    }

    private boolean has(int block, int flags) {
        return (BigEndian.getInt(bytes, entry(block) + FLAGS_AT) & flags) != 0;
    }

    private int entry(int block) {
        return entriesAt + block * ENTRY_BYTES;
    }

    /**
     * Whether the index lies within {@code bytes} up to {@code end}, its keys ascend, and its blocks, of a size that blocks have,
     * lie between {@code 0} and {@code dataBytes}.
     */
    boolean isSound(int end, long dataBytes) {
        long keyEnd = 0;
        for (int i = 0; i < blocks; i++) {
            long next = BigEndian.getInt(bytes, entry(i) + KEY_END_AT);
            boolean inside = next >= keyEnd && offset(i) >= 0 && length(i) > 0 && offset(i) <= dataBytes - length(i);
            if (!inside || keysAt + next > end) {
                return false;
            }
            keyEnd = next;
        }
        return keysAt + keyEnd == end;
    }

    /** Sum over all blocks. */
    long totalTuples() {
        long sum = 0;
        for (int i = 0; i < blocks; i++) {
            sum += tuples(i);
        }
        return sum;
    }
}
