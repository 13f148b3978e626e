package org.sss.server.task.spill;

/** An iteration over sorted values. Not thread-safe. */
public interface SortedWalk {
    /** Moves to the next value. Returns false at the end. */
    boolean next();

    /**
     * Returns the array: the current value is in {@code array()[offset(), + length())} until {@link #next} was called
     * twice.
     */
    byte[] array();

    int offset();

    int length();

    /** Returns a number that changes with each value. For any thread. */
    long position();
}
