package org.sss.net.block;

/**
 * Sums the counts in the headers of blocks, for comparison with independent totals: detects lost and duplicated blocks
 * at the cost of three additions per block. One thread at a time.
 */
public final class BlockSum {
    private long blocks;
    private long tuples;
    private long dataBytes;
    /** Whether a block has no data size, which may mean that its writer did not specify it. */
    private boolean unspecified;

    /** @param blockDataBytes as {@link BlockReader#dataBytes} */
    public void add(int blockTuples, int blockDataBytes) {
        blocks++;
        tuples += blockTuples;
        dataBytes += blockDataBytes;
        unspecified |= blockDataBytes == 0;
    }

    /** Adds a block whose header is at {@code array[offset]}. */
    public void add(byte[] array, int offset) {
        add(
                BigEndian.getInt(array, offset + BlockFormat.TUPLES_AT),
                BigEndian.getInt(array, offset + BlockFormat.DATA_BYTES_AT));
    }

    public void add(BlockStats block) {
        add(block.tuples(), block.dataBytes());
    }

    /**
     * Returns true if the sums are consistent with these totals. The size of blocks without a data size is unknown, so
     * the total may be larger than the sum.
     */
    public boolean isOf(long expectedBlocks, long expectedTuples, long expectedDataBytes) {
        return blocks == expectedBlocks
                && tuples == expectedTuples
                && (dataBytes == expectedDataBytes || unspecified && dataBytes < expectedDataBytes);
    }

    public long tuples() {
        return tuples;
    }

    public long dataBytes() {
        return dataBytes;
    }

    @Override
    public String toString() {
        return text(blocks, tuples, dataBytes);
    }

    /** Formats totals like {@link #toString}. */
    public static String text(long blocks, long tuples, long dataBytes) {
        return blocks + " blocks with " + tuples + " tuples of " + dataBytes + " bytes";
    }
}
