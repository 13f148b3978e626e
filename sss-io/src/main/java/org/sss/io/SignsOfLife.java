package org.sss.io;

import java.util.function.LongSupplier;

/** Receives further signs of life of a task, besides reading, emitting and counting, and what its processes print. */
public interface SignsOfLife {
    /** @param sign a number that changes as the task progresses; read by other threads while the task runs */
    void addSign(LongSupplier sign);

    /** Receives the end of what a process of the task has printed on its standard error. For the task's thread. */
    default void printed(String text) {}
}
