package org.sss.dataserver.index;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.Compression;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;

/**
 * Sub-blocks of a block, made when it was read and verified as a whole: where each KiB starts, its first key, and its
 * checksum. So a single key costs the read of a KiB, which is verified as well. Immutable.
 *
 * <pre>
 *   header | key value value key value ... | key ...  | key ...  | ...
 *            sub-block 0                     sub-block 1  2     each starts with a key and has all of its values here
 * </pre>
 *
 * A key is represented by the eight bytes after the common prefix of all keys of the block, so several adjacent
 * sub-blocks may have to be read for one key.
 */
public final class SubBlockIndex implements IndexMemory.Entry {
    private static final int SUB_BLOCK_BYTES = 1 << 10;
    /** With fewer sub-blocks nothing is gained. */
    private static final int MIN_COUNT = 4;

    private static final int OBJECT_BYTES = 250;

    private final byte[] common;
    private final int count;
    private final long[] prefixes;
    /** Where each starts, relative to the start of the block; then where the last one ends. */
    private final int[] offsets;

    private final int[] checksums;

    private SubBlockIndex(byte[] common, int count, long[] prefixes, int[] offsets, int[] checksums) {
        this.common = common;
        this.count = count;
        this.prefixes = Arrays.copyOf(prefixes, count);
        this.offsets = Arrays.copyOf(offsets, count + 1);
        this.checksums = checksums;
    }

    /**
     * Makes the index of a block; the reader stands at its start and is walked to the end. Returns null if the block
     * cannot be divided: it is small, compressed, or has a chunk of a large value.
     */
    public static SubBlockIndex of(BlockReader block) {
        int maxCount = block.plainLength() / SUB_BLOCK_BYTES + 1;
        if (maxCount < MIN_COUNT
                || block.compression() != Compression.NONE
                || block.continuesPrevious()
                || block.continuesInNext()) {
            return null;
        }
        long[] prefixes = new long[maxCount];
        int[] offsets = new int[maxCount + 1];
        byte[] common = null;
        int count = 0;
        int entryAt = BlockFormat.HEADER_BYTES;
        while (block.next()) {
            if (block.isNewKey() && (count == 0 || entryAt - offsets[count - 1] >= SUB_BLOCK_BYTES)) {
                common = count == 0 ? common(block) : common;
                prefixes[count] = prefix(block.array(), block.keyOffset(), block.keyLength(), common.length);
                offsets[count++] = entryAt;
            }
            entryAt = block.valueOffset() + block.valueLength() - block.blockOffset();
        }
        offsets[count] = entryAt;
        return count < MIN_COUNT
                ? null
                : new SubBlockIndex(common, count, prefixes, offsets, checksums(block, offsets, count));
    }

    /**
     * Returns the common prefix of all keys of a block, whose reader stands at the first one: that of the first and
     * last key.
     */
    private static byte[] common(BlockReader block) {
        byte[] first = block.key();
        byte[] last = block.lastKey();
        int differs = Arrays.mismatch(first, last);
        return Arrays.copyOf(first, differs < 0 ? first.length : differs);
    }

    private static int[] checksums(BlockReader block, int[] offsets, int count) {
        int[] checksums = new int[count];
        CRC32C crc = new CRC32C();
        for (int subBlock = 0; subBlock < count; subBlock++) {
            crc.reset();
            crc.update(
                    block.blockArray(),
                    block.blockOffset() + offsets[subBlock],
                    offsets[subBlock + 1] - offsets[subBlock]);
            checksums[subBlock] = (int) crc.getValue();
        }
        return checksums;
    }

    private static long prefix(byte[] array, int offset, int length, int common) {
        return BigEndian.prefix(array, offset + common, length - common);
    }

    /** Returns the first of the sub-blocks that may have {@code key}; they end before {@link #end}. */
    public int first(byte[] key) {
        return isAlike(key) ? Math.max(0, below(prefix(key, 0, key.length, common.length), 0) - 1) : 0;
    }

    /** Returns the end (exclusive) of the sub-blocks that may have {@code key}; 0 if there is none. */
    public int end(byte[] key) {
        return isAlike(key) ? below(prefix(key, 0, key.length, common.length), 1) : 0;
    }

    private boolean isAlike(byte[] key) {
        return key.length >= common.length && Arrays.equals(key, 0, common.length, common, 0, common.length);
    }

    /** Returns the number of sub-blocks whose prefix compares to {@code prefix} as less than {@code than}. */
    private int below(long prefix, int than) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(prefixes[middle], prefix) < than) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns where a sub-block starts in the block, and the one before it ends. */
    public int offset(int subBlock) {
        return offsets[subBlock];
    }

    /** Returns the CRC32C of its bytes. */
    public int checksum(int subBlock) {
        return checksums[subBlock];
    }

    @Override
    public int heapBytes() {
        return OBJECT_BYTES + common.length + 16 * count;
    }
}
