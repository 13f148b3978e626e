package org.sss.dataserver.index;

import java.util.Arrays;
import org.sss.net.block.BlockReader;
import org.sss.net.block.KeyHash;

/**
 * Reports for most keys that are not in a block that they are not: a Bloom filter of ten bits for each key, with one
 * percent false positives. Immutable.
 */
public final class BlockFilter implements IndexMemory.Entry {
    private static final int BITS_PER_KEY = 10;
    private static final int PROBES = 6;
    /**
     * The low bits of the hash are the same for all keys of a subgroup; a product's high bits depend on all of them.
     */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private static final int OBJECT_BYTES = 200;

    private final long[] bits;

    private BlockFilter(int keys) {
        bits = new long[(keys * BITS_PER_KEY + 63) / 64];
    }

    /** Makes the filter of all keys of a block; the reader stands at its start and is walked to the end. */
    public static BlockFilter of(BlockReader block) {
        long[] hashes = new long[block.entryCount()];
        int keys = 0;
        while (block.next()) {
            if (block.isNewKey()) {
                hashes[keys++] = KeyHash.hash64(block.array(), block.keyOffset(), block.keyLength());
            }
        }
        BlockFilter filter = new BlockFilter(Math.max(1, keys));
        Arrays.stream(hashes, 0, keys).forEach(filter::add);
        return filter;
    }

    private void add(long hash) {
        long mixed = hash;
        for (int i = 0; i < PROBES; i++) {
            mixed *= MIX;
            int bit = bit(mixed);
            bits[bit >>> 6] |= 1L << bit;
        }
    }

    /** Returns false if the key with this hash, of {@link KeyHash}, is not in the block. */
    public boolean mayHave(long hash) {
        long mixed = hash;
        for (int i = 0; i < PROBES; i++) {
            mixed *= MIX;
            int bit = bit(mixed);
            if ((bits[bit >>> 6] & 1L << bit) == 0) {
                return false;
            }
        }
        return true;
    }

    private int bit(long mixed) {
        return (int) ((mixed >>> 32) * (64L * bits.length) >>> 32);
    }

    @Override
    public int heapBytes() {
        return 8 * bits.length + OBJECT_BYTES;
    }
}
