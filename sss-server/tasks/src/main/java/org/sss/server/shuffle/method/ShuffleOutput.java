package org.sss.server.shuffle.method;

import org.sss.api.SssException;
import org.sss.net.control.ShuffleTimes;

/** Sends the blocks of one task for one group to their owners. For the task's thread. */
public interface ShuffleOutput extends RunSink, AutoCloseable {
    /**
     * Waits until the owners have all blocks, or those that do not wait for the end of the other tasks.
     *
     * @param tuples    number of tuples sent
     * @param dataBytes bytes of their keys and values
     * @throws SssException if a node has stored a different number
     */
    void finish(long tuples, long dataBytes);

    /** What was sent to other nodes, after {@link #finish}; null if the node reports it for all tasks together. */
    ShuffleTimes times();

    /** Discards all blocks if {@link #finish} was not called. */
    @Override
    void close();
}
