package org.sss.dataserver.merge;

/** Buffers blocks in memory and can write them to a file instead. Used by its storage thread only. */
public interface Spillable {
    /** Returns the buffered bytes, as {@link BufferedBlock#cost} counts. */
    long bufferedBytes();

    /** Returns false if its blocks must stay in memory: {@link #spill} is not called then. */
    default boolean maySpill() {
        return true;
    }

    /**
     * Frees some of the buffered blocks, so few that senders do not wait for long: writes them to the file; if that
     * fails, discards all blocks and fails their attempts.
     */
    void spill();

    /** Frees and discards all buffered blocks. */
    void discard();
}
