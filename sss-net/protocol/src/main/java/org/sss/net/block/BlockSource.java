package org.sss.net.block;

/** The blocks of one run, or of several runs one after another. One thread at a time. */
public interface BlockSource extends AutoCloseable {
    /**
     * Loads the next block into {@code reader}, which stays valid until the next call; false at the end.
     *
     * @throws org.sss.api.SssException with code CORRUPT, STORAGE, or a network error
     */
    boolean next(BlockReader reader);

    @Override
    void close();
}
