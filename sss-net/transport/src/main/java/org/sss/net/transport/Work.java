package org.sss.net.transport;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Passes work to an executor that may have no thread for it: because it is full or shut down, or because the JVM cannot
 * start one, which it reports by an {@link OutOfMemoryError} only. The work has not started then, so the caller can
 * continue. Stateless.
 */
public final class Work {
    private Work() {}

    /**
     * @throws SssException {@link ErrorCode#OVERLOADED} if the work will not be done.
     * @param what names the work in the message
     */
    public static void execute(Executor executor, Runnable work, String what) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            throw refused(e, what);
        }
    }

    /** True if this means that work got no thread: an executor has thrown it, or a future that Netty returns has it. */
    public static boolean isRefusal(Throwable e) {
        return e instanceof RejectedExecutionException || OutOfMemory.isOfThreads(e);
    }

    /**
     * Returns the error for work that got no thread.
     *
     * @param what names the work in the message
     */
    public static SssException refused(Throwable e, String what) {
        String why = e instanceof OutOfMemoryError
                ? "no thread can be started for it (" + e.getMessage() + "); give the process more threads"
                        + " (ulimit -u, pids.max of its container) or memory, or run less at once, and try again"
                : Objects.requireNonNullElse(e.getMessage(), "the node is stopping");
        return new SssException(ErrorCode.OVERLOADED, what + " was refused: " + why, e);
    }
}
