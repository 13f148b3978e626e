package org.sss.net.block;

/**
 * Adds up what the headers of blocks say, to be compared with what else is known of all of them: a block that was lost, or came twice,
 * is found for three additions for each. One thread at a time.
 */
public final class BlockSum {
    private long blocks;
    private long tuples;
    private long dataBytes;
    /** Some block says that it has no bytes of keys and values, which may mean that its writer did not say. */
    private boolean silent;

    /** @param blockDataBytes as {@link BlockReader#dataBytes} */
    public void add(int blockTuples, int blockDataBytes) {
        blocks++;
        tuples += blockTuples;
        dataBytes += blockDataBytes;
        silent |= blockDataBytes == 0;
    }

    /** Adds a block whose header lies at {@code array[offset]}. */
    public void add(byte[] array, int offset) {
        add(BigEndian.getInt(array, offset + BlockFormat.TUPLES_AT), BigEndian.getInt(array, offset + BlockFormat.DATA_BYTES_AT));
    }

    public void add(BlockStats block) {
        add(block.tuples(), block.dataBytes());
    }

    /**
     * Whether all blocks that were added may be these. The bytes of blocks that do not say how many they have are not known, so there
     * may be more of them.
     */
    public boolean isOf(long expectedBlocks, long expectedTuples, long expectedDataBytes) {
        return blocks == expectedBlocks && tuples == expectedTuples
                && (dataBytes == expectedDataBytes || silent && dataBytes < expectedDataBytes);
    }

    public long dataBytes() {
        return dataBytes;
    }

    @Override
    public String toString() {
        return text(blocks, tuples, dataBytes);
    }

    /** Such numbers in the form of {@link #toString}. */
    public static String text(long blocks, long tuples, long dataBytes) {
        return blocks + " blocks with " + tuples + " tuples of " + dataBytes + " bytes";
    }
}
