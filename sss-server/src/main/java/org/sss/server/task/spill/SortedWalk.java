package org.sss.server.task.spill;

/** One walk over sorted values. One thread at a time. */
public interface SortedWalk {
    /** Moves to the next value; false at the end. */
    boolean next();

    /** The current value is in {@code array()[offset(), + length())}, where its bytes stay until {@link #next} was called twice. */
    byte[] array();

    int offset();

    int length();

    /** Changes with each value; for other threads, too. */
    long position();
}
