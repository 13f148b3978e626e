package org.sss.io;

import java.util.function.LongSupplier;

/** Receives further signs of life of a task, besides reading, emitting and counting. */
public interface SignsOfLife {
    /** @param sign a number that changes as the task progresses; read by other threads while the task runs */
    void addSign(LongSupplier sign);
}
