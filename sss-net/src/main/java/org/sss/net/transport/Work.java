package org.sss.net.transport;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Hands work to an executor that may have no thread for it: because it is full or over, or because Java can begin none, for which it has
 * nothing but an {@link OutOfMemoryError}. Nothing was done by then, so whoever wanted the work goes on. Stateless.
 */
public final class Work {
    private Work() {
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} when the work will not be done. @param what is not done then, for people */
    public static void begin(Executor executor, Runnable work, String what) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            throw refused(e, what);
        }
    }

    /** The error of who was refused a thread. @param what is not done, for people */
    public static SssException refused(Throwable e, String what) {
        String why = e instanceof OutOfMemoryError ? "no thread can be started for it (" + e.getMessage() + "); give the process more threads"
                + " (ulimit -u, pids.max of its container) or memory, or run less at once, and try again"
                : Objects.requireNonNullElse(e.getMessage(), "the node is stopping");
        return new SssException(ErrorCode.OVERLOADED, what + " was refused: " + why, e);
    }
}
