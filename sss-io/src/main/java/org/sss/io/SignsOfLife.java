package org.sss.io;

import java.util.function.LongSupplier;

/** Who watches a task for signs of life, and knows of reading, emitting and counting already. */
public interface SignsOfLife {
    /** @param sign a number that changes as the task goes on, kept anyway; asked by other threads, as long as the task runs */
    void addSign(LongSupplier sign);
}
