package org.sss.dataserver.index;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.Compression;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;

/**
 * What was learned of a block when it was read and checked as a whole: where each KiB of it begins, with which key, and its
 * checksum. So a single key costs the read of a KiB, and what is read is checked all the same. Immutable.
 *
 * <pre>
 *   header | key value value key value ... | key ...  | key ...  | ...
 *            part 0                          part 1     part 2        each begins with a key and has all of its values here
 * </pre>
 *
 * The keys are kept as the eight bytes behind what all keys of the block have in common, so several parts may come into
 * question for one key; they lie beside each other.
 */
public final class SubBlockIndex implements IndexMemory.Part {
    private static final int PART_BYTES = 1 << 10;
    /** With fewer parts nothing is gained. */
    private static final int MIN_PARTS = 4;
    private static final int OBJECT_BYTES = 250;

    private final byte[] common;
    private final int parts;
    private final long[] prefixes;
    /** Where each begins, from the start of the block on; then where the last one ends. */
    private final int[] offsets;
    private final int[] checksums;

    private SubBlockIndex(byte[] common, int parts, long[] prefixes, int[] offsets, int[] checksums) {
        this.common = common;
        this.parts = parts;
        this.prefixes = Arrays.copyOf(prefixes, parts);
        this.offsets = Arrays.copyOf(offsets, parts + 1);
        this.checksums = checksums;
    }

    /**
     * Of a block that is walked from where its reader stands, its start, to the end; null when it has no parts: because it is
     * small, compressed, or has a piece of a large value.
     */
    public static SubBlockIndex of(BlockReader block) {
        int most = block.plainLength() / PART_BYTES + 1;
        if (most < MIN_PARTS || block.compression() != Compression.NONE || block.continuesPrevious() || block.continuesInNext()) {
            return null;
        }
        long[] prefixes = new long[most];
        int[] offsets = new int[most + 1];
        byte[] common = null;
        int parts = 0;
        int entryAt = BlockFormat.HEADER_BYTES;
        while (block.next()) {
            if (block.isNewKey() && (parts == 0 || entryAt - offsets[parts - 1] >= PART_BYTES)) {
                common = parts == 0 ? common(block) : common;
                prefixes[parts] = prefix(block.array(), block.keyOffset(), block.keyLength(), common.length);
                offsets[parts++] = entryAt;
            }
            entryAt = block.valueOffset() + block.valueLength() - block.blockOffset();
        }
        offsets[parts] = entryAt;
        return parts < MIN_PARTS ? null : new SubBlockIndex(common, parts, prefixes, offsets, checksums(block, offsets, parts));
    }

    /** What all keys of a block begin with whose reader stands at the first one: what first and last begin with. */
    private static byte[] common(BlockReader block) {
        byte[] first = block.key();
        byte[] last = block.lastKey();
        int differs = Arrays.mismatch(first, last);
        return Arrays.copyOf(first, differs < 0 ? first.length : differs);
    }

    private static int[] checksums(BlockReader block, int[] offsets, int parts) {
        int[] checksums = new int[parts];
        CRC32C crc = new CRC32C();
        for (int part = 0; part < parts; part++) {
            crc.reset();
            crc.update(block.blockArray(), block.blockOffset() + offsets[part], offsets[part + 1] - offsets[part]);
            checksums[part] = (int) crc.getValue();
        }
        return checksums;
    }

    private static long prefix(byte[] array, int offset, int length, int common) {
        return BigEndian.prefix(array, offset + common, length - common);
    }

    /** First of the parts that may have {@code key}; they end before {@link #end}. */
    public int first(byte[] key) {
        return isAlike(key) ? Math.max(0, below(prefix(key, 0, key.length, common.length), 0) - 1) : 0;
    }

    /** Behind the last of the parts that may have {@code key}; 0 when there is none. */
    public int end(byte[] key) {
        return isAlike(key) ? below(prefix(key, 0, key.length, common.length), 1) : 0;
    }

    private boolean isAlike(byte[] key) {
        return key.length >= common.length && Arrays.equals(key, 0, common.length, common, 0, common.length);
    }

    /** Number of parts whose prefix compares to {@code prefix} as less than {@code than}. */
    private int below(long prefix, int than) {
        int low = 0;
        int high = parts;
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

    /** Where a part begins in the block, and the one before it ends. */
    public int offset(int part) {
        return offsets[part];
    }

    /** CRC32C of its bytes. */
    public int checksum(int part) {
        return checksums[part];
    }

    @Override
    public int heapBytes() {
        return OBJECT_BYTES + common.length + 16 * parts;
    }
}
