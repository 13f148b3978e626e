package org.sss.net.block;

/**
 * Where the reader of a scan is, so that another scan of the same tuples can continue there. One thread at a time.
 *
 * <pre>
 *   start   enter  read the block to its end  leave   enter  ...  leave  end     and start again at any time
 * </pre>
 */
public interface ReadPosition {
    /** Returns the lower bound of a scan that continues here, or null. */
    byte[] from();

    /** The following blocks are those of a scan from {@link #from}. */
    void start();

    /**
     * Skips what was read of the next block.
     *
     * @param block before its first entry; afterwards before the first entry to read
     * @return false if nothing of it is left
     * @throws org.sss.api.SssException CORRUPT if its tuples are not those that were read before
     */
    boolean enter(BlockReader block);

    /** Counts the block that was entered last, after all its entries were read. Has no effect without one. */
    void leave(BlockReader block);

    /**
     * There are no more blocks.
     *
     * @throws org.sss.api.SssException CORRUPT if some tuples read before were not returned again
     */
    void end();
}
