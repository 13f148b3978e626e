package org.sss.server.shuffle.method;

/** The direct memory of a node for blocks that wait until they are sent. Thread-safe. */
public interface ShuffleMemory {
    /** Takes memory if it is free, else returns false. */
    boolean take(long bytes);

    void give(long bytes);

    /**
     * Memory that more tuples may fill, and occupy until they are read.
     *
     * @param takenBytes of the caller that it will give back before
     */
    long freeBytes(long takenBytes);
}
