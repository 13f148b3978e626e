package org.sss.server.shuffle;

import org.sss.api.SssException;

/** Sends the blocks of one task for one group to their owners. For the task's thread. */
public interface ShuffleOutput extends RunSink, AutoCloseable {
    /**
     * Waits until the owners have all blocks.
     *
     * @param tuples    number of tuples sent
     * @param dataBytes bytes of their keys and values
     * @throws SssException if a node has stored a different number
     */
    void finish(long tuples, long dataBytes);

    /** Discards all blocks if {@link #finish} was not called. */
    @Override
    void close();
}
