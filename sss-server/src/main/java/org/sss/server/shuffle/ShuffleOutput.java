package org.sss.server.shuffle;

import org.sss.api.SssException;

/** The blocks of one task for one group on their way to their owners. Used by the task's thread. */
public interface ShuffleOutput extends RunSink, AutoCloseable {
    /**
     * Returns when the owners have all blocks.
     *
     * @param tuples    that were sent
     * @param dataBytes of their keys and values
     * @throws SssException when a node has not stored as many
     */
    void finish(long tuples, long dataBytes);

    /** Discards what was not finished. */
    @Override
    void close();
}
