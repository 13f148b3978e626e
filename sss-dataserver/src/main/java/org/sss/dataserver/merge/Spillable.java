package org.sss.dataserver.merge;

/** Holds blocks in memory and can write them to a file instead. Used by its storage thread only. */
public interface Spillable {
    /** What is held, as {@link BufferedBlock#cost} counts. */
    long heldBytes();

    /**
     * Frees some of what is held, so little that senders do not wait for long: written to the file, or everything given up with all
     * attempts that it is of when that fails.
     */
    void spill();

    /** Frees everything that is held and throws it away. */
    void discard();
}
